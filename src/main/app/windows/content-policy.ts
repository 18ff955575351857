/**
 * What a page may load: itself. Models are asked by main and workers, so a page connects to nothing.
 *
 * Styles that scripts set on elements do not need `unsafe-inline`; styles in markup are refused.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

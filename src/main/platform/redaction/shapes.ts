import { spansOf, type Rule } from './span.ts'

const WEB = '[A-Za-z0-9_-]'
const PLAIN = '[A-Za-z0-9]'

/**
 * What vendors document of their keys. A shape is long enough, or asks for a digit, so that no ordinary word is one.
 */
const SHAPES: readonly string[] = [
  String.raw`sk-(?=${WEB}{0,200}\d)${WEB}{20,}`, // OpenAI, Anthropic, OpenRouter, DeepSeek and many that follow them
  `gh[pousr]_${PLAIN}{30,}`, // GitHub
  `github_pat_[A-Za-z0-9_]{50,}`,
  `gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_.-]{20,}`, // GitLab
  String.raw`xox[a-z]-${WEB}{20,}`, // Slack
  String.raw`xapp-\d-${WEB}{20,}`,
  `AIza${WEB}{30,}`, // Google
  `GOCSPX-${WEB}{20,}`,
  String.raw`ya29\.${WEB}{20,}`,
  `(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?!${PLAIN})`, // AWS key ids
  `[rs]k_(?:live|test)_${PLAIN}{16,}`, // Stripe
  `whsec_${PLAIN}{24,}`,
  String.raw`SG\.${WEB}{16,64}\.${WEB}{30,}`, // SendGrid
  `hf_${PLAIN}{30,}`, // Hugging Face
  `r8_${PLAIN}{30,}`, // Replicate
  `npm_${PLAIN}{30,}`,
  `pypi-AgE${WEB}{40,}`,
  `do[opr]_v1_[a-f0-9]{40,}`, // DigitalOcean
  `pplx-${PLAIN}{32,}`,
  `gsk_${PLAIN}{32,}`, // Groq
  `xai-${PLAIN}{40,}`,
  `tvly-${WEB}{20,}`,
  `fw_${PLAIN}{20,}`, // Fireworks
  `ntn_${PLAIN}{40,}`, // Notion
  `nvapi-${WEB}{40,}`,
  `dapi[a-f0-9]{32}`, // Databricks
  `dckr_[a-z]{3}_${WEB}{20,}`,
  `shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`, // Shopify
  `lin_api_${PLAIN}{32,}`,
  `figd_${WEB}{30,}`,
  `hv[sbr]\\.${WEB}{24,}`, // Vault
  String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{30,}`, // Doppler
  `syt_${PLAIN}{1,64}_${PLAIN}{16,64}_${PLAIN}{4,}`, // Matrix
  `AGE-SECRET-KEY-1[A-Z0-9]{50,}`,
  `\\d{8,10}:AA${WEB}{33}`, // Telegram
  `[a-f0-9]{32}\\.${PLAIN}{16}(?!${PLAIN})`, // Zhipu
  String.raw`eyJ${WEB}{8,400}\.eyJ${WEB}{8,4000}\.${WEB}{8,}`, // JSON Web Tokens
  String.raw`[MNO]${WEB}{23,27}\.${WEB}{6}\.${WEB}{27,}`, // Discord
]

/** Not inside a longer word; an escaped line end before it (`\n` in JSON) is no word, and neither is `/bot`. */
const KEY = new RegExp(`(?:(?<!${PLAIN})|(?<=\\\\[nrt])|(?<=/bot))(?<secret>${SHAPES.join('|')})`, 'dg')

/** Keys that are known by how they look. */
export const findShapes: Rule = (text) => spansOf(text, KEY)

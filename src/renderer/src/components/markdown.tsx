import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeHighlight from 'rehype-highlight'
import remarkGfm from 'remark-gfm'
import { markdownBlocks } from '../lib/markdown-blocks.ts'
import { useLinks } from './links.tsx'
import styles from './markdown.module.css'

const REMARK = [remarkGfm]
const REHYPE = [rehypeHighlight]

function Link({ url, children }: { readonly url: string; readonly children: React.ReactNode }) {
  const open = useLinks()
  return (
    <a
      href={url}
      onClick={(event) => {
        event.preventDefault()
        open(url)
      }}
      onAuxClick={(event) => event.preventDefault()}
    >
      {children}
    </a>
  )
}

/** An image is never fetched: it stands as a link that says what it is. */
function ImageLink({ url, alt }: { readonly url: string; readonly alt: string }) {
  const { t } = useTranslation()
  return <Link url={url}>{alt === '' ? t('links.imageBare') : t('links.image', { alt })}</Link>
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <Link url={href ?? ''}>{children}</Link>,
  img: ({ src, alt }) => <ImageLink url={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  table: ({ children }) => (
    <div className={styles.wide} role="region" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => (
    <pre className={styles.code} tabIndex={0}>
      {children}
    </pre>
  ),
  input: ({ checked }) => <input type="checkbox" checked={checked ?? false} readOnly disabled />,
}

const Block = memo(function Block({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={REHYPE} components={COMPONENTS}>
      {text}
    </ReactMarkdown>
  )
})

/** Markdown without raw HTML: what looks like a tag stands as text. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.prose}>
      <Block text={text} />
    </div>
  )
})

/** The same while it is being written: finished blocks are left alone, only the last is drawn anew. */
export function StreamingMarkdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.prose}>
      {markdownBlocks(text).map((block, index) => (
        // A block's place never changes while text only grows.
        <Block key={index} text={block} />
      ))}
    </div>
  )
}

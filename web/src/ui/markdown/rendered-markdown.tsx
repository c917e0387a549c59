import { MarkdownText, type MarkdownProps } from './markdown.tsx'
import { renderMarkdown } from './markdown-renderer.tsx'

/** Markdown whose renderer comes with the page, so that the server renders it too. */
export function RenderedMarkdown(props: MarkdownProps) {
  return <MarkdownText {...props} render={renderMarkdown} />
}

import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { Mention } from './message-text.tsx'
import './markdown-message.css'

interface Props {
  content: string
  mentions?: readonly Mention[] | undefined
}

/** The text of a message that was sent as Markdown. */
export function MarkdownMessage({ content, mentions = [] }: Props) {
  const names = mentions.map(({ userName }) => userName)
  return <Markdown isMessage text={content} mentions={names} className="markdown-message" />
}

import type { ComponentProps } from 'react'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { MessageText } from './message-text.tsx'

const lazyMarkdownMessage = createLazyModule(
  async () => (await import('./markdown-message.tsx')).MarkdownMessage,
)

interface Props extends ComponentProps<typeof MessageText> {
  isMarkdown: boolean
}

/** The text of a message. The code that shows Markdown is loaded with the first one that has any; until then it is there as typed. */
export function MessageBody({ isMarkdown, ...text }: Props) {
  const plain = <MessageText {...text} />
  if (!isMarkdown) return plain
  const { content, mentions } = text
  return <LazyPart part={lazyMarkdownMessage} props={{ content, mentions }} fallback={plain} />
}

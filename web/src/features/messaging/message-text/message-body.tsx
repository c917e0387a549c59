import type { ComponentProps } from 'react'
import { listMessagePictures } from '@dolph/contract/messaging/message-pictures'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { getBeginning } from './get-plain-text.ts'
import { MessageText } from './message-text.tsx'

const lazyMarkdownMessage = createLazyModule(
  async () => (await import('./markdown-message.tsx')).MarkdownMessage,
)

interface Props extends ComponentProps<typeof MessageText> {
  isMarkdown: boolean
}

/** The text of a message. The code that shows Markdown is loaded with the first one that has any; until then it is there as typed. */
export function MessageBody({ isMarkdown, ...text }: Props) {
  if (!isMarkdown) return <MessageText {...text} />
  const { content, mentions } = text
  // The addresses of pictures are nothing to read.
  const typed = listMessagePictures(content).length > 0 ? getBeginning(content) : content
  const plain = <MessageText {...text} content={typed} />
  return <LazyPart part={lazyMarkdownMessage} props={{ content, mentions }} fallback={plain} />
}

import { useEffect, useState, type RefObject } from 'react'
import type { ComposerHandle } from '../conversation/composer.tsx'
import type { DisplayedMessage } from '../conversation/displayed-messages.ts'
import { ReplyChip } from './reply-chip.tsx'
import type { Quote } from './use-quotes.ts'

/** The message that the next one answers, until it is sent or the member decides otherwise. */
export function useReply(peerName: string, composer: RefObject<ComposerHandle | null>) {
  const [answered, setAnswered] = useState<Quote | null>(null)
  useEffect(() => {
    if (answered) composer.current?.focus({ preventScroll: true })
  }, [answered, composer])
  const stop = () => setAnswered(null)
  return {
    answeredId: answered?.messageId,
    answer: ({ _id, isMine, sender, content }: DisplayedMessage) => {
      const name = isMine ? 'You' : (sender?.userName ?? peerName)
      if (_id !== null) setAnswered({ messageId: _id, name, text: content })
    },
    stop,
    chip: answered && (
      <ReplyChip
        answered={answered}
        onCancel={() => {
          stop()
          composer.current?.focus({ preventScroll: true })
        }}
      />
    ),
  }
}

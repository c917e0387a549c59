import { getBeginning } from '../message-text/get-plain-text.ts'
import type { Quote } from './use-quotes.ts'

interface Props {
  quote: Quote
  /** Shows the message that is quoted. */
  onOpen: ((messageId: string) => void) | undefined
}

/** In a bubble, above the answer: who wrote the message that it answers, and how that begins. */
export function QuotedMessage({ quote: { messageId, name, text }, onOpen }: Props) {
  const beginning = getBeginning(text)
  if (name === null) return <p className={`${FRAME} italic opacity-80`}>{beginning}</p>
  return (
    <button
      type="button"
      aria-label={`Answers ${name}: ${beginning}`}
      onClick={() => onOpen?.(messageId)}
      className={`${FRAME} hover:border-current focus-visible:outline-current`}
    >
      <bdi className="truncate font-semibold">{name}</bdi>
      <bdi className="line-clamp-2 wrap-anywhere opacity-80">{beginning}</bdi>
    </button>
  )
}

const FRAME =
  'mb-1 grid w-full grid-cols-1 rounded-sm border-l-2 border-current/40 py-0.5 pl-2 text-left text-xs/4.5'

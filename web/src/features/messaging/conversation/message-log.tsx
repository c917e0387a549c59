import { useState, type RefObject } from 'react'
import { useNow } from '../../../lib/now.ts'
import type { useThread } from '../data.ts'
import type { ShownMessage } from '../shown.ts'
import { dayName } from '../message-time.ts'
import { useReading } from '../reading.ts'
import { JumpButton } from './jump-button.tsx'
import { KeptScroll } from './kept-scroll.tsx'
import { MessageItem } from './message-item.tsx'
import { OlderMark } from './older-mark.tsx'
import { rowsOf } from './rows.ts'
import { useWanted, type Wanted } from './wanted.ts'

interface Props {
  peerId: string
  name: string
  /** Below the heading of the thread. */
  dayAs: 'h2' | 'h3'
  thread: ReturnType<typeof useThread>
  scroll: RefObject<KeptScroll | null>
  wanted: Wanted | null
  onRetry: (key: string) => void
}

/** What was said, the newest at the end. */
export function MessageLog(props: Props) {
  const { peerId, name, dayAs: Day, thread, scroll, wanted, onRetry } = props
  const { messages, hasOlder, readOlder, isReadingOlder, olderFailed } = thread
  const now = useNow()
  const [isAtEnd, setAtEnd] = useState(true)
  const missed = useMissed(messages, isAtEnd)
  const newestOwn = messages.findLast(({ isMine }) => isMine)?.key
  useReading(peerId, isAtEnd)
  useWanted(wanted, thread, scroll)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <KeptScroll ref={scroll} label={`Conversation with ${name}`} onEnd={setAtEnd}>
        {hasOlder ? (
          <OlderMark onReach={readOlder} isReading={isReadingOlder} hasFailed={olderFailed} />
        ) : (
          <p className="grid h-12 place-items-center text-center text-xs text-faint">
            {`The beginning of your conversation with ${name}`}
          </p>
        )}
        <ol>
          {rowsOf(messages).map((row) =>
            row.kind === 'day' ? (
              <li key={row.key} className="mt-5 mb-1 flex items-center gap-3 first:mt-0">
                <span className="h-px flex-1 bg-line" />
                <Day className="text-xs font-medium text-muted">{dayName(row.at, now)}</Day>
                <span className="h-px flex-1 bg-line" />
              </li>
            ) : (
              <MessageItem
                key={row.key}
                row={row}
                name={name}
                now={now}
                isNewestOwn={row.key === newestOwn}
                foundBy={wanted?.id === row.message._id ? wanted.q : undefined}
                onRetry={() => onRetry(row.key)}
              />
            ),
          )}
        </ol>
      </KeptScroll>
      {!isAtEnd && <JumpButton missed={missed} onJump={() => scroll.current?.toEnd()} />}
      <Arrivals name={name} messages={messages} />
    </div>
  )
}

/** How much has come from the other since the end was last on the screen. */
function useMissed(messages: readonly ShownMessage[], isAtEnd: boolean): number {
  const last = messages.at(-1)?.key
  const [seen, setSeen] = useState(last)
  if (isAtEnd && seen !== last) setSeen(last)
  if (isAtEnd) return 0
  const from = messages.findIndex(({ key }) => key === seen)
  return messages.slice(from + 1).filter(({ isMine }) => !isMine).length
}

/** Says aloud what the other has just written: that alone, not what was said before. */
function Arrivals({ name, messages }: { name: string; messages: readonly ShownMessage[] }) {
  const newest = messages.findLast(({ isMine }) => !isMine)
  const [old] = useState(newest?.key)
  return (
    <p role="log" aria-label="New messages" className="sr-only">
      {newest && newest.key !== old && <span key={newest.key}>{`${name}: ${newest.content}`}</span>}
    </p>
  )
}

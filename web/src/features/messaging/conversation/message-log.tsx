import { useState, type RefObject } from 'react'
import { useNow } from '../../../lib/now.ts'
import type { useThread } from './use-thread.ts'
import { moveBetweenMenus } from '../changes/move-between-menus.ts'
import type { MessageActions } from '../changes/use-message-actions.tsx'
import type { DisplayedMessage } from './displayed-messages.ts'
import { formatDay } from '../message-time.ts'
import { useMarkRead } from '../receiving/use-mark-read.ts'
import { JumpToNewestButton } from './jump-to-newest-button.tsx'
import { AnchoredScrollArea } from './anchored-scroll-area.tsx'
import { MessageItem } from './message-item.tsx'
import { OlderMessagesSentinel } from './older-messages-sentinel.tsx'
import { buildMessageRows } from './message-rows.ts'
import { getPlainText } from '../message-text/get-plain-text.ts'
import type { Quote } from '../replies/use-quotes.ts'
import { useScrollToMatch, type SearchMatch } from '../search/use-scroll-to-match.ts'

interface Props {
  peerId: string
  name: string
  /** One level below the heading of the thread. */
  dayHeading: 'h2' | 'h3'
  thread: ReturnType<typeof useThread>
  scroll: RefObject<AnchoredScrollArea | null>
  match: SearchMatch | null
  quoteOf: (message: DisplayedMessage) => Quote | undefined
  onOpenQuote: (messageId: string) => void
  onRetry: (key: string) => void
  actionsOf: (message: DisplayedMessage) => MessageActions
}

/** The messages of a conversation, newest at the end. */
export function MessageLog(props: Props) {
  const { peerId, name, dayHeading: DayHeading, thread, scroll, match, onRetry, actionsOf } = props
  const { messages, hasOlder, loadOlder, isLoadingOlder, hasOlderFailed } = thread
  const now = useNow()
  const [isAtEnd, setAtEnd] = useState(true)
  const unseenCount = useUnseenCount(messages, isAtEnd)
  const newestOwn = messages.findLast(({ isMine }) => isMine)?.key
  const newestKey = messages.at(-1)?.key
  useMarkRead(peerId, isAtEnd)
  useScrollToMatch(match, thread, scroll)

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <AnchoredScrollArea ref={scroll} label={`Conversation with ${name}`} onAtEndChange={setAtEnd}>
        {hasOlder ? (
          <OlderMessagesSentinel
            onReach={loadOlder}
            isLoading={isLoadingOlder}
            hasFailed={hasOlderFailed}
          />
        ) : (
          <p className="grid h-12 place-items-center text-center text-xs text-faint">
            {`The beginning of your conversation with ${name}`}
          </p>
        )}
        <ol onKeyDownCapture={moveBetweenMenus}>
          {buildMessageRows(messages).map((row) =>
            row.kind === 'day' ? (
              <li key={row.key} className="mt-5 mb-1 flex items-center gap-3 first:mt-0">
                <span className="h-px flex-1 bg-line" />
                <DayHeading className="text-xs font-medium text-muted">
                  {formatDay(row.at, now)}
                </DayHeading>
                <span className="h-px flex-1 bg-line" />
              </li>
            ) : (
              <MessageItem
                key={row.key}
                row={row}
                name={name}
                now={now}
                isNewestOwn={row.key === newestOwn}
                searchTerm={match?.id === row.message._id ? match.q : undefined}
                quote={props.quoteOf(row.message)}
                onOpenQuote={props.onOpenQuote}
                onRetry={() => onRetry(row.key)}
                actions={actionsOf(row.message)}
                isTabStop={isAtEnd && row.key === newestKey}
              />
            ),
          )}
        </ol>
      </AnchoredScrollArea>
      {!isAtEnd && (
        <JumpToNewestButton newCount={unseenCount} onJump={() => scroll.current?.scrollToEnd()} />
      )}
      <NewMessageAnnouncer name={name} messages={messages} />
    </div>
  )
}

/** The number of messages from the peer since the end was last in view. */
function useUnseenCount(messages: readonly DisplayedMessage[], isAtEnd: boolean): number {
  const newestKey = messages.at(-1)?.key
  const [lastSeenKey, setLastSeenKey] = useState(newestKey)
  if (isAtEnd && lastSeenKey !== newestKey) setLastSeenKey(newestKey)
  if (isAtEnd) return 0
  const lastSeenIndex = messages.findIndex(({ key }) => key === lastSeenKey)
  return messages.slice(lastSeenIndex + 1).filter(({ isMine }) => !isMine).length
}

/** Announces new messages of the peer to screen readers, but not those loaded with the page. */
function NewMessageAnnouncer({
  name,
  messages,
}: {
  name: string
  messages: readonly DisplayedMessage[]
}) {
  const newest = messages.findLast(({ isMine }) => !isMine)
  const [initialKey] = useState(newest?.key)
  return (
    <p role="log" aria-label="New messages" className="sr-only">
      {newest && newest.key !== initialKey && (
        <span
          key={newest.key}
        >{`${name}: ${getPlainText(newest.content, newest.isMarkdown === true)}`}</span>
      )}
    </p>
  )
}

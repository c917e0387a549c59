import { useState, type ComponentProps, type RefObject } from 'react'
import { useNow } from '../../lib/now.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { moveBetweenMenus } from '../messaging/changes/move-between-menus.ts'
import type { MessageActions } from '../messaging/changes/use-message-actions.tsx'
import { AnchoredScrollArea } from '../messaging/conversation/anchored-scroll-area.tsx'
import type { DisplayedMessage } from '../messaging/conversation/displayed-messages.ts'
import { JumpToNewestButton } from '../messaging/conversation/jump-to-newest-button.tsx'
import { MessageItem } from '../messaging/conversation/message-item.tsx'
import { buildMessageRows } from '../messaging/conversation/message-rows.ts'
import { OlderMessagesSentinel } from '../messaging/conversation/older-messages-sentinel.tsx'
import { formatDay } from '../messaging/message-time.ts'
import { getPeerName } from '../messaging/peer.ts'
import { getPlainText } from '../messaging/message-text/get-plain-text.ts'
import type { Quote } from '../messaging/replies/use-quotes.ts'
import { useScrollToMatch, type SearchMatch } from '../messaging/search/use-scroll-to-match.ts'
import { FOLDED_MESSAGE } from './folded-message.ts'
import type { useRoomThread } from './use-rooms.ts'

interface Props {
  name: string
  dayHeading: 'h2' | 'h3'
  thread: ReturnType<typeof useRoomThread>
  scroll: RefObject<AnchoredScrollArea | null>
  match: SearchMatch | null
  isAtEnd: boolean
  onAtEndChange: (isAtEnd: boolean) => void
  quoteOf: (message: DisplayedMessage) => Quote | undefined
  onOpenQuote: (messageId: string) => void
  onRetry: (key: string) => void
  actionsOf: (message: DisplayedMessage) => MessageActions
}

/** The messages of a room, newest at the end, each group under the name of its sender. */
export function RoomLog(props: Props) {
  const { name, dayHeading: DayHeading, thread, scroll, match, isAtEnd, onAtEndChange } = props
  const now = useNow()
  useScrollToMatch(match, thread, scroll)
  const newestOwn = thread.messages.findLast(({ isMine }) => isMine)?.key
  const newestKey = thread.messages.findLast(({ line }) => !line)?.key
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <AnchoredScrollArea ref={scroll} label={`Team ${name}`} onAtEndChange={onAtEndChange}>
        {thread.hasOlder ? (
          <OlderMessagesSentinel
            onReach={thread.loadOlder}
            isLoading={thread.isLoadingOlder}
            hasFailed={thread.hasOlderFailed}
          />
        ) : (
          <p className="grid min-h-12 place-items-center text-center text-xs text-faint">
            {thread.start}
          </p>
        )}
        <ol onKeyDownCapture={moveBetweenMenus}>
          {buildMessageRows(thread.messages).map((row) =>
            row.kind === 'day' ? (
              <li key={row.key} className="mt-5 mb-1 flex items-center gap-3 first:mt-0">
                <span className="h-px flex-1 bg-line" />
                <DayHeading className="text-xs font-medium text-muted">
                  {formatDay(row.at, now)}
                </DayHeading>
                <span className="h-px flex-1 bg-line" />
              </li>
            ) : (
              <RoomRow
                key={row.key}
                row={row}
                now={now}
                isNewestOwn={row.key === newestOwn}
                searchTerm={match?.id === row.message._id ? match.q : undefined}
                quote={props.quoteOf(row.message)}
                onOpenQuote={props.onOpenQuote}
                onRetry={() => props.onRetry(row.key)}
                actions={props.actionsOf(row.message)}
                isTabStop={isAtEnd && row.key === newestKey}
              />
            ),
          )}
        </ol>
      </AnchoredScrollArea>
      {!isAtEnd && <JumpToNewestButton newCount={0} onJump={() => scroll.current?.scrollToEnd()} />}
      <RoomAnnouncer messages={thread.messages} />
    </div>
  )
}

function RoomRow(props: Omit<ComponentProps<typeof MessageItem>, 'name'>) {
  const { message, isFirst } = props.row
  const { sender, line, isMine } = message
  const [isUnfolded, setUnfolded] = useState(false)
  const name = getPeerName(sender)
  if (line) {
    return (
      <li className="my-3 text-center text-xs text-muted">
        <bdi>{describeLine(line, isMine ? 'You' : name)}</bdi>
      </li>
    )
  }
  if (message.isFolded && !isUnfolded) {
    return (
      <li className="mt-3 flex items-center gap-2 text-xs text-muted">
        {FOLDED_MESSAGE}
        <Button size="sm" variant="ghost" onClick={() => setUnfolded(true)}>
          Show
        </Button>
      </li>
    )
  }
  const item = <MessageItem {...props} name={name} />
  if (isMine || !isFirst || !sender) return item
  return (
    <>
      <li
        aria-hidden="true"
        className="mt-4 -mb-2 flex items-center gap-2 text-xs font-medium text-muted"
      >
        <Avatar name={name} picture={sender.profilePicture} className="size-5! text-[0.5rem]!" />
        <bdi className="truncate">{name}</bdi>
      </li>
      {item}
    </>
  )
}

const LINES = {
  joined: 'joined',
  left: 'left',
  'history-opened': 'opened the history: people who join later can read from here on',
  'history-closed': 'closed the history: people who join later read from joining on',
}

function describeLine(line: keyof typeof LINES, name: string): string {
  return `${name} ${LINES[line]}`
}

/** Announces new messages of others to screen readers, but not those loaded with the page. */
function RoomAnnouncer({ messages }: { messages: readonly DisplayedMessage[] }) {
  const newest = messages.findLast(({ isMine, isFolded }) => !isMine && !isFolded)
  const [initialKey] = useState(newest?.key)
  return (
    <p role="log" aria-label="New messages" className="sr-only">
      {newest && newest.key !== initialKey && (
        <span key={newest.key}>
          {newest.line
            ? describeLine(newest.line, getPeerName(newest.sender))
            : `${getPeerName(newest.sender)}: ${getPlainText(newest.content, newest.isMarkdown === true)}`}
        </span>
      )}
    </p>
  )
}

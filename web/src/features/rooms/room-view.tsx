import { ROOM_ALONE, ROOM_NOT_FOUND, type OpenRoom } from '@dolph/contract/rooms/rooms'
import { CANNOT_MESSAGE } from '@dolph/contract/safety/safety'
import { ArrowLeft, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { getErrorMessage, isNotFound } from '../../lib/api/api-error.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useMemberState } from '../accounts/session/member-session.ts'
import { EditComposer } from '../messaging/changes/edit-composer.tsx'
import { useMessageActions } from '../messaging/changes/use-message-actions.tsx'
import { MessagingClient } from '../messaging/messaging-client.ts'
import type { AnchoredScrollArea } from '../messaging/conversation/anchored-scroll-area.tsx'
import { Composer, type ComposerHandle } from '../messaging/conversation/composer.tsx'
import { ConversationFailed } from '../messaging/conversation/conversation-unavailable.tsx'
import { MessageLogSkeleton } from '../messaging/conversation/message-log-skeleton.tsx'
import { TypingIndicator } from '../messaging/conversation/typing-indicator.tsx'
import { useFocusWhenReplaced } from '../messaging/conversation/use-focus-when-replaced.ts'
import { ConversationSearchBar } from '../messaging/search/conversation-search-bar.tsx'
import { useQuotes } from '../messaging/replies/use-quotes.ts'
import { useReply } from '../messaging/replies/use-reply.tsx'
import type { SearchMatch } from '../messaging/search/use-scroll-to-match.ts'
import { LazyLimitNotice } from '../moderation/lazy-limit-notice.tsx'
import { useReportDialog } from '../moderation/use-report-dialog.tsx'
import { FOLDED_MESSAGE } from './folded-message.ts'
import { formatRoomDay } from './format-room-day.ts'
import { RoomHeader } from './room-header.tsx'
import { RoomLog } from './room-log.tsx'
import { createRoomSearch } from './room-search.ts'
import { toRoomKey } from './room-target.ts'
import { RoomsClient } from './rooms-client.ts'
import { useMarkRoomRead, useRoom, useRoomThread, useRoomTyping } from './use-rooms.ts'

interface Props {
  roomId: string
  isWide: boolean
}

/** The room of a team: header, messages and composer. */
export function RoomView({ roomId, isWide }: Props) {
  const rooms = useMemberState(RoomsClient)
  const { me } = rooms
  const room = useRoom(roomId)
  const thread = useRoomThread(roomId, room.data)
  const typing = useRoomTyping(roomId, room.data)
  const outbox = useMemberState(MessagingClient).outboxes.getOutbox(toRoomKey(roomId))
  const scroll = useRef<AnchoredScrollArea>(null)
  const composer = useRef<ComposerHandle>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const [isSearching, setSearching] = useState(false)
  const [match, setMatch] = useState<SearchMatch | null>(null)
  const [reportedName, setReported] = useState<{ _id: string; userName: string } | null>(null)
  const report = useReportDialog(reportedName)
  useMarkRoomRead(roomId, thread.messages, isAtEnd)
  const quoteOf = useQuotes({
    messages: thread.messages,
    peerName: 'Deleted User',
    hidden: { memberIds: room.data?.ignoredIds ?? [], text: FOLDED_MESSAGE },
  })
  const reply = useReply('Deleted User', composer)
  const changes = useMessageActions({
    canWrite: room.data?.state === 'open',
    isOwner: room.data?.isOwner === true,
    onReply: reply.answer,
    onChanged: (message) => 'room' in message && rooms.mergeChange(message),
    onReport: ({ _id: id, sender }) => {
      if (id === null || sender?.userName === undefined) return undefined
      const author = { _id: sender._id, userName: sender.userName }
      return () => {
        setReported(author)
        report.open({ kind: 'message', id })
      }
    },
  })

  useFocusWhenReplaced(changes.edited?._id, composer)

  if (isNotFound(room.error) || isNotFound(thread.error)) return <RoomNotFound isWide={isWide} />
  const failure = room.error ?? thread.error
  if (failure && !(room.data && thread.isLoaded)) {
    return (
      <ConversationFailed
        title={getErrorMessage(failure, 'Failed to fetch messages')}
        onRetry={() => {
          void room.refetch()
          thread.retry()
        }}
      />
    )
  }
  const name = room.data?.name ?? 'Team'
  const mentionable = (room.data?.members ?? [])
    .map(({ person }) => person)
    .filter(({ _id }) => _id !== me)
  const closeSearch = () => {
    setSearching(false)
    setMatch(null)
    searchButton.current?.focus()
  }
  return (
    <>
      <RoomHeader
        room={room.data}
        onlineIds={thread.onlineIds}
        isWide={isWide}
        searchRef={searchButton}
        isSearching={isSearching}
        onToggleSearch={() => (isSearching ? closeSearch() : setSearching(true))}
      />
      {isSearching && room.data && (
        <ConversationSearchBar
          target={createRoomSearch(room.data, me)}
          onMatch={setMatch}
          onClose={closeSearch}
        />
      )}
      {thread.isPending || !room.data ? (
        <MessageLogSkeleton />
      ) : (
        <RoomLog
          name={name}
          dayHeading={isWide ? 'h3' : 'h2'}
          thread={thread}
          scroll={scroll}
          match={match}
          isAtEnd={isAtEnd}
          onAtEndChange={setAtEnd}
          quoteOf={quoteOf}
          onOpenQuote={(id) => setMatch({ id, q: '' })}
          onRetry={(key) => composer.current?.prependText(outbox.withdraw(key))}
          actionsOf={changes.actionsOf}
        />
      )}
      {room.data && room.data.state !== 'open' ? (
        <p className="shrink-0 border-t border-line bg-sunken px-4 py-4 text-center text-sm text-muted md:rounded-br-card">
          {describeClosedRoom(room.data)}
        </p>
      ) : (
        <>
          <LazyLimitNotice activity="messaging" className="mx-3 mb-2 md:mx-4" />
          <TypingIndicator text={typing.text} />
          {!changes.edited && reply.chip}
          {changes.edited && (
            <EditComposer
              key={changes.edited._id}
              name={name}
              mentionable={mentionable}
              changes={changes}
            />
          )}
          <Composer
            ref={composer}
            isHidden={changes.edited !== null}
            draftKey={`message:${toRoomKey(roomId)}`}
            name={name}
            mentionable={mentionable}
            onSend={(content) => {
              scroll.current?.pinToEnd()
              outbox.send(content, { replyTo: reply.answeredId })
              reply.stop()
            }}
            onType={typing.startTyping}
            onStop={typing.stopTyping}
            onEscape={reply.answeredId === undefined ? undefined : reply.stop}
            onEditNewest={changes.findNewestEdit(thread.messages)}
          />
        </>
      )}
      {report.dialog}
      {changes.dialog}
    </>
  )
}

function describeClosedRoom({ state, readableUntil }: OpenRoom): string {
  if (state === 'alone') return ROOM_ALONE
  if (state === 'blocked') return CANNOT_MESSAGE
  return readableUntil === null
    ? 'The project was deleted.'
    : `The project was deleted. You can read this until ${formatRoomDay(readableUntil)}.`
}

function RoomNotFound({ isWide }: { isWide: boolean }) {
  return (
    <div role="alert" className="grid flex-1 content-center">
      <EmptyState
        icon={Users}
        title={ROOM_NOT_FOUND}
        titleAs={isWide ? 'p' : 'h1'}
        action={
          <ButtonLink to="/messages" icon={ArrowLeft}>
            Back to messages
          </ButtonLink>
        }
      >
        Only the team reads its room. You may have left it.
      </EmptyState>
    </div>
  )
}

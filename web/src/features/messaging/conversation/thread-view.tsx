import type { Participant } from '@dolph/contract/messaging/messaging'
import { Hand, MessageCircleOff } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LazyLimitNotice } from '../../moderation/lazy-limit-notice.tsx'
import { EditComposer } from '../changes/edit-composer.tsx'
import { useMessageActions } from '../changes/use-message-actions.tsx'
import { useQuotes } from '../replies/use-quotes.ts'
import { useReply } from '../replies/use-reply.tsx'
import { useReportDialog } from '../../moderation/use-report-dialog.tsx'
import { useTalkAnswer } from './use-talk-answer.ts'
import { useFocusWhenReplaced } from './use-focus-when-replaced.ts'
import { useThread } from './use-thread.ts'
import { useSendMessage } from '../sending/use-outbox.ts'
import { getPeerName, usePeer } from '../peer.ts'
import { composeOpening } from '../../join-requests/describe-join-request.ts'
import { useRelation } from '../../safety/relation-query.ts'
import { ClosedConversationNotice } from './closed-conversation-notice.tsx'
import { useTyping } from '../presence/use-typing.ts'
import { Composer, DeletedUserNotice, type ComposerHandle } from './composer.tsx'
import { ConversationSearchBar } from '../search/conversation-search-bar.tsx'
import { ConversationFailed, PeerNotFound } from './conversation-unavailable.tsx'
import type { AnchoredScrollArea } from './anchored-scroll-area.tsx'
import { MessageAboutChip, TalkAnswerChip } from './message-about.tsx'
import { useMessagingClient } from '../use-messaging-client.ts'
import { useMessageAbout } from '../use-message-about.ts'
import { MessageLogSkeleton } from './message-log-skeleton.tsx'
import { MessageLog } from './message-log.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { TypingIndicator } from './typing-indicator.tsx'
import { createConversationSearch } from '../search/search-target.ts'
import type { SearchMatch } from '../search/use-scroll-to-match.ts'

interface Props {
  peerId: string
  isWide: boolean
  onDelete: (peer: Participant) => void
}

/** The conversation with one member: header, messages and composer. */
export function ThreadView({ peerId, isWide, onDelete }: Props) {
  const thread = useThread(peerId)
  const { peer: loadedPeer, hasFailed, retry } = usePeer(peerId, thread.peer)
  const peer = loadedPeer ?? undefined
  const { relation } = useRelation(peer?.userName === undefined ? undefined : peerId)
  const isClosed = relation?.canMessage === false
  const { send, withdraw } = useSendMessage(peerId)
  const { about, clearAbout } = useMessageAbout()
  const talk = useTalkAnswer(peerId)
  const { isPeerTyping, startTyping, stopTyping } = useTyping(peerId)
  const [isSearching, setSearching] = useState(false)
  const [match, setMatch] = useState<SearchMatch | null>(null)
  const scroll = useRef<AnchoredScrollArea>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const composer = useRef<ComposerHandle>(null)
  useInitialFocus(peer !== undefined, isWide, heading, composer)
  useFocusWhenClosed(isClosed, heading, composer)
  const report = useReportDialog(toReportedAuthor(peer))
  const { cache } = useMessagingClient()
  const name = getPeerName(peer)
  const quoteOf = useQuotes({ messages: thread.messages, peerName: name })
  const reply = useReply(name, composer)
  const changes = useMessageActions({
    canWrite: peer?.userName !== undefined && !isClosed,
    onReply: reply.answer,
    onChanged: (message) => 'recipient' in message && cache.mergeChange(message),
    onReport: ({ _id: id }) =>
      id === null ? undefined : () => report.open({ kind: 'message', id }),
  })

  useFocusWhenReplaced(changes.edited?._id ?? talk.request?._id, composer)

  // A deleted account has no profile, but its messages remain.
  const isPeerMissing = loadedPeer === null && !thread.isPending && thread.messages.length === 0
  if (isPeerMissing) return <PeerNotFound isWide={isWide} />

  /** The newest message of the peer, with those before it; without any, the member. */
  const reportNewest = () => {
    const newest = thread.messages.findLast(({ isMine, _id }) => !isMine && _id !== null)
    report.open(newest?._id ? { kind: 'message', id: newest._id } : { kind: 'member', id: peerId })
  }

  const sendText = (content: string) => {
    scroll.current?.pinToEnd()
    if (talk.request && !talk.isSending) {
      const onFailed = () => composer.current?.prependText(content)
      talk.send(content, { onSent: thread.retry, onFailed })
    } else {
      send(content, { about, replyTo: reply.answeredId })
      clearAbout()
      reply.stop()
    }
  }

  const closeSearch = () => {
    setSearching(false)
    setMatch(null)
    searchButton.current?.focus()
  }

  return (
    <>
      <ThreadHeader
        peer={peer}
        isWide={isWide}
        headingRef={heading}
        searchRef={searchButton}
        isEmpty={thread.messages.length === 0}
        isSearching={isSearching}
        onToggleSearch={() => (isSearching ? closeSearch() : setSearching(true))}
        onDelete={() => peer && onDelete(peer)}
        onReport={reportNewest}
      />
      {isSearching && (
        <ConversationSearchBar
          target={createConversationSearch(peerId, name)}
          onMatch={setMatch}
          onClose={closeSearch}
        />
      )}
      <ThreadBody
        thread={thread}
        hasProfileFailed={hasFailed}
        onRetryProfile={retry}
        name={peer && name}
        isClosed={isClosed}
        log={
          <MessageLog
            peerId={peerId}
            name={name}
            dayHeading={isWide ? 'h3' : 'h2'}
            thread={thread}
            scroll={scroll}
            match={match}
            quoteOf={quoteOf}
            onOpenQuote={(id) => setMatch({ id, q: '' })}
            onRetry={(key) => composer.current?.prependText(withdraw(key))}
            actionsOf={changes.actionsOf}
          />
        }
      />
      {peer && peer.userName === undefined ? (
        <DeletedUserNotice />
      ) : peer?.userName !== undefined && isClosed ? (
        <ClosedConversationNotice
          peer={{ _id: peerId, userName: peer.userName }}
          isBlocked={relation.isBlocked}
        />
      ) : (
        <>
          <LazyLimitNotice activity="messaging" className="mx-3 mb-2 md:mx-4" />
          <TypingIndicator text={isPeerTyping ? `${name} is typing…` : null} />
          {!changes.edited && talk.request && (
            <TalkAnswerChip request={talk.request} onRemove={talk.cancel} />
          )}
          {!changes.edited && about && !talk.request && (
            <MessageAboutChip
              about={about}
              onRemove={() => {
                clearAbout()
                composer.current?.focus({ preventScroll: true })
              }}
            />
          )}
          {!changes.edited && !talk.request && reply.chip}
          {changes.edited && (
            <EditComposer key={changes.edited._id} name={name} changes={changes} />
          )}
          <Composer
            key={talk.request?._id}
            ref={composer}
            isHidden={changes.edited !== null}
            draftKey={talk.request ? talk.draftKey : `message:${peerId}`}
            opening={talk.request && composeOpening(talk.request)}
            hasPictures={!talk.request}
            name={name}
            onSend={sendText}
            onType={startTyping}
            onStop={stopTyping}
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

function toReportedAuthor(peer: Participant | undefined) {
  return peer?.userName === undefined ? null : { _id: peer._id, userName: peer.userName }
}

interface ThreadBodyProps {
  thread: ReturnType<typeof useThread>
  /** The peer's profile could not be loaded. */
  hasProfileFailed: boolean
  onRetryProfile: () => void
  name: string | undefined
  /** Nobody can write: a block stands between the two. */
  isClosed: boolean
  log: ReactNode
}

function ThreadBody(props: ThreadBodyProps) {
  const { thread, hasProfileFailed, onRetryProfile, name, isClosed, log } = props
  if (thread.messages.length > 0) return log
  if (thread.failure !== null)
    return <ConversationFailed title={thread.failure} onRetry={thread.retry} />
  if (hasProfileFailed)
    return <ConversationFailed title="Failed to fetch user profile" onRetry={onRetryProfile} />
  if (thread.isPending || name === undefined) return <MessageLogSkeleton />
  if (isClosed) {
    return (
      <EmptyState
        icon={MessageCircleOff}
        title="No messages"
        className="min-h-0 flex-1 content-center"
      />
    )
  }
  return (
    <EmptyState
      icon={Hand}
      title={`Say hello to ${name}`}
      className="min-h-0 flex-1 content-center"
    >
      No messages yet. Your first one starts the conversation.
    </EmptyState>
  )
}

/** Focuses the composer; on a touch screen the heading, because the keyboard would cover half of the screen. */
function useInitialFocus(
  hasHeading: boolean,
  isWide: boolean,
  heading: RefObject<HTMLElement | null>,
  composer: RefObject<ComposerHandle | null>,
): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    const hasKeyboard = isWide && !matchMedia('(pointer: coarse)').matches
    const target = (hasKeyboard && composer.current) || (hasHeading && heading.current)
    if (!target) return
    target.focus({ preventScroll: true })
    isDone.current = true
  }, [hasHeading, isWide, heading, composer])
}

/** Moves the focus that the composer had to the heading when the composer is replaced, and back when it returns. */
function useFocusWhenClosed(
  isClosed: boolean,
  heading: RefObject<HTMLElement | null>,
  composer: RefObject<ComposerHandle | null>,
): void {
  const wasClosed = useRef(isClosed)
  useEffect(() => {
    if (wasClosed.current === isClosed) return
    wasClosed.current = isClosed
    if (document.activeElement !== document.body) return
    const target = isClosed ? heading.current : composer.current
    target?.focus({ preventScroll: true })
  }, [isClosed, heading, composer])
}

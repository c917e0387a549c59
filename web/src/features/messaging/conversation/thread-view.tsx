import type { Participant } from '@dolph/contract/messaging'
import { Hand } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useThread } from './use-thread.ts'
import { useSendMessage } from '../sending/use-outbox.ts'
import { getPeerName, usePeer } from '../peer.ts'
import { useTyping } from '../presence/use-typing.ts'
import { Composer, DeletedUserNotice, type ComposerHandle } from './composer.tsx'
import { ConversationSearchBar } from '../search/conversation-search-bar.tsx'
import { ConversationFailed, PeerNotFound } from './conversation-unavailable.tsx'
import type { AnchoredScrollArea } from './anchored-scroll-area.tsx'
import { MessageLogSkeleton } from './message-log-skeleton.tsx'
import { MessageLog } from './message-log.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { TypingIndicator } from './typing-indicator.tsx'
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
  const { send, withdraw } = useSendMessage(peerId)
  const { isPeerTyping, startTyping, stopTyping } = useTyping(peerId)
  const [isSearching, setSearching] = useState(false)
  const [match, setMatch] = useState<SearchMatch | null>(null)
  const scroll = useRef<AnchoredScrollArea>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const composer = useRef<ComposerHandle>(null)
  useInitialFocus(peer !== undefined, isWide, heading, composer)

  // A deleted account has no profile, but its messages remain.
  const isPeerMissing = loadedPeer === null && !thread.isPending && thread.messages.length === 0
  if (isPeerMissing) return <PeerNotFound isWide={isWide} />
  const name = getPeerName(peer)

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
      />
      {isSearching && (
        <ConversationSearchBar
          peerId={peerId}
          name={name}
          onMatch={setMatch}
          onClose={closeSearch}
        />
      )}
      <ThreadBody
        thread={thread}
        hasProfileFailed={hasFailed}
        onRetryProfile={retry}
        name={peer && name}
        log={
          <MessageLog
            peerId={peerId}
            name={name}
            dayHeading={isWide ? 'h3' : 'h2'}
            thread={thread}
            scroll={scroll}
            match={match}
            onRetry={(key) => composer.current?.prependText(withdraw(key))}
          />
        }
      />
      {peer && peer.userName === undefined ? (
        <DeletedUserNotice />
      ) : (
        <>
          <TypingIndicator name={name} isTyping={isPeerTyping} />
          <Composer
            ref={composer}
            peerId={peerId}
            name={name}
            onSend={(content) => {
              scroll.current?.pinToEnd()
              send(content)
            }}
            onType={startTyping}
            onStop={stopTyping}
          />
        </>
      )}
    </>
  )
}

interface ThreadBodyProps {
  thread: ReturnType<typeof useThread>
  /** The peer's profile could not be loaded. */
  hasProfileFailed: boolean
  onRetryProfile: () => void
  name: string | undefined
  log: ReactNode
}

function ThreadBody({ thread, hasProfileFailed, onRetryProfile, name, log }: ThreadBodyProps) {
  if (thread.messages.length > 0) return log
  if (thread.failure !== null)
    return <ConversationFailed title={thread.failure} onRetry={thread.retry} />
  if (hasProfileFailed)
    return <ConversationFailed title="Failed to fetch user profile" onRetry={onRetryProfile} />
  if (thread.isPending || name === undefined) return <MessageLogSkeleton />
  return (
    <EmptyState
      icon={Hand}
      title={`Say hello to ${name}`}
      className="min-h-0 flex-1 content-center"
    >
      Nothing was said yet. Your first message starts the conversation.
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

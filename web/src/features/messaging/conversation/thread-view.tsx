import type { Participant } from '@dolph/contract/messaging'
import { Hand } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useThread } from '../data.ts'
import { useSendMessage } from '../outbox.ts'
import { getPeerName, usePeer } from '../peer.ts'
import { useTyping } from '../typing.ts'
import { Composer, DeletedUserNotice, type ComposerHandle } from './composer.tsx'
import { ConversationSearchBar } from './conversation-search-bar.tsx'
import { ConversationFailed, PeerNotFound } from './conversation-unavailable.tsx'
import type { AnchoredScrollArea } from './anchored-scroll-area.tsx'
import { MessageLogSkeleton } from './message-log-skeleton.tsx'
import { MessageLog } from './message-log.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { TypingIndicator } from './typing-indicator.tsx'
import type { SearchMatch } from './use-scroll-to-match.ts'

interface Props {
  peerId: string
  isWide: boolean
  onDelete: (peer: Participant) => void
}

/** The conversation with one member, from its head to the place where one writes. */
export function ThreadView({ peerId, isWide, onDelete }: Props) {
  const thread = useThread(peerId)
  const { peer: found, hasFailed, retry } = usePeer(peerId, thread.peer)
  const peer = found ?? undefined
  const { send, takeBack } = useSendMessage(peerId)
  const { isPeerTyping, typed, stopped } = useTyping(peerId)
  const [isFinding, setFinding] = useState(false)
  const [wanted, setWanted] = useState<SearchMatch | null>(null)
  const scroll = useRef<AnchoredScrollArea>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const field = useRef<ComposerHandle>(null)
  useInitialFocus(peer !== undefined, isWide, heading, field)

  // Whoever has gone has no profile, but what they said is still there.
  const isNobody = found === null && !thread.isPending && thread.messages.length === 0
  if (isNobody) return <PeerNotFound isWide={isWide} />
  const name = getPeerName(peer)

  const stopFinding = () => {
    setFinding(false)
    setWanted(null)
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
        isSearching={isFinding}
        onToggleSearch={() => (isFinding ? stopFinding() : setFinding(true))}
        onDelete={() => peer && onDelete(peer)}
      />
      {isFinding && (
        <ConversationSearchBar
          peerId={peerId}
          name={name}
          onMatch={setWanted}
          onClose={stopFinding}
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
            match={wanted}
            onRetry={(key) => field.current?.prependText(takeBack(key))}
          />
        }
      />
      {peer && peer.userName === undefined ? (
        <DeletedUserNotice />
      ) : (
        <>
          <TypingIndicator name={name} isTyping={isPeerTyping} />
          <Composer
            ref={field}
            peerId={peerId}
            name={name}
            onSend={(content) => {
              scroll.current?.pinToEnd()
              send(content)
            }}
            onType={typed}
            onStop={stopped}
          />
        </>
      )}
    </>
  )
}

interface ThreadBodyProps {
  thread: ReturnType<typeof useThread>
  /** Their profile could not be had. */
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

/** Whoever has keys can write at once; a touch screen would cover half of it with a keyboard. */
function useInitialFocus(
  isHeaded: boolean,
  isWide: boolean,
  heading: RefObject<HTMLElement | null>,
  field: RefObject<ComposerHandle | null>,
): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    const hasKeys = isWide && !matchMedia('(pointer: coarse)').matches
    const place = (hasKeys && field.current) || (isHeaded && heading.current)
    if (!place) return
    place.focus({ preventScroll: true })
    isDone.current = true
  }, [isHeaded, isWide, heading, field])
}

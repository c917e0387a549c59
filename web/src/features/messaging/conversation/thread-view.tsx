import type { Party } from '@dolph/contract/messaging'
import { Hand } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useThread } from '../data.ts'
import { useSendMessage } from '../outbox.ts'
import { nameOf, usePeer } from '../peer.ts'
import { useTyping } from '../typing.ts'
import { Composer, NoComposer, type Field } from './composer.tsx'
import { FindBar } from './find-bar.tsx'
import { Failed, NobodyThere } from './instead.tsx'
import type { KeptScroll } from './kept-scroll.tsx'
import { LogSkeleton } from './log-skeleton.tsx'
import { MessageLog } from './message-log.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { TypingLine } from './typing-line.tsx'
import type { Wanted } from './wanted.ts'

interface Props {
  peerId: string
  isWide: boolean
  onDelete: (peer: Party) => void
}

/** The conversation with one member, from its head to the place where one writes. */
export function ThreadView({ peerId, isWide, onDelete }: Props) {
  const thread = useThread(peerId)
  const { peer: found, hasFailed, retry } = usePeer(peerId, thread.peer)
  const peer = found ?? undefined
  const { send, takeBack } = useSendMessage(peerId)
  const { isPeerTyping, typed, stopped } = useTyping(peerId)
  const [isFinding, setFinding] = useState(false)
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const scroll = useRef<KeptScroll>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const searchButton = useRef<HTMLButtonElement>(null)
  const field = useRef<Field>(null)
  useFirstFocus(peer !== undefined, isWide, heading, field)

  // Whoever has gone has no profile, but what they said is still there.
  const isNobody = found === null && !thread.isPending && thread.messages.length === 0
  if (isNobody) return <NobodyThere isWide={isWide} />
  const name = nameOf(peer)

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
        isFinding={isFinding}
        onFind={() => (isFinding ? stopFinding() : setFinding(true))}
        onDelete={() => peer && onDelete(peer)}
      />
      {isFinding && (
        <FindBar peerId={peerId} name={name} onFound={setWanted} onClose={stopFinding} />
      )}
      <Middle
        thread={thread}
        isNobodyKnown={hasFailed}
        onAskAgain={retry}
        name={peer && name}
        log={
          <MessageLog
            peerId={peerId}
            name={name}
            dayAs={isWide ? 'h3' : 'h2'}
            thread={thread}
            scroll={scroll}
            wanted={wanted}
            onRetry={(key) => field.current?.putBack(takeBack(key))}
          />
        }
      />
      {peer && peer.userName === undefined ? (
        <NoComposer />
      ) : (
        <>
          <TypingLine name={name} isTyping={isPeerTyping} />
          <Composer
            ref={field}
            peerId={peerId}
            name={name}
            onSend={(content) => {
              scroll.current?.stayAtEnd()
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

interface MiddleProps {
  thread: ReturnType<typeof useThread>
  /** Their profile could not be had. */
  isNobodyKnown: boolean
  onAskAgain: () => void
  name: string | undefined
  log: ReactNode
}

function Middle({ thread, isNobodyKnown, onAskAgain, name, log }: MiddleProps) {
  if (thread.messages.length > 0) return log
  if (thread.failure !== null) return <Failed title={thread.failure} onRetry={thread.retry} />
  if (isNobodyKnown) return <Failed title="Failed to fetch user profile" onRetry={onAskAgain} />
  if (thread.isPending || name === undefined) return <LogSkeleton />
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
function useFirstFocus(
  isHeaded: boolean,
  isWide: boolean,
  heading: RefObject<HTMLElement | null>,
  field: RefObject<Field | null>,
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

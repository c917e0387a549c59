import type { Participant } from '@dolph/contract/messaging/messaging'
import { Id } from '@dolph/contract/primitives'
import { MessageCircle } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { z } from 'zod/mini'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MembersOnly } from '../accounts/session/members-only.tsx'
import { RoomView } from '../rooms/room-view.tsx'
import { PeerNotFound } from './conversation/conversation-unavailable.tsx'
import { ThreadView } from './conversation/thread-view.tsx'
import { getConversationEntryId } from './conversation-list/conversation-entry.tsx'
import { ConversationList } from './conversation-list/conversation-list.tsx'
import { DeleteConversationDialog } from './conversation-list/delete-conversation-dialog.tsx'
import { useMessagingClient } from './use-messaging-client.ts'

/** Tailwind's `md`, from which list and thread are shown side by side. */
const WIDE_MEDIA_QUERY = '(width >= 48rem)'

/** The list of conversations and rooms, and the one named in the URL. */
export function MessagesPage() {
  return (
    <MembersOnly>
      <Messages />
    </MembersOnly>
  )
}

function Messages() {
  const { userId, roomId } = useParams()
  const openId = userId ?? roomId
  const { me } = useMessagingClient()
  const navigate = useNavigate()
  const isWide = useMediaQuery(WIDE_MEDIA_QUERY)
  const headingId = useId()
  const [toDelete, setToDelete] = useState<Participant | null>(null)
  useFocusOnBack(openId, isWide, headingId)

  if (userId === me) return <Navigate to="/messages" replace />

  const onDeleted = (peer: Participant) => {
    if (peer._id === userId) void navigate('/messages', { preventScrollReset: true })
    document.getElementById(headingId)?.focus({ preventScroll: true })
  }

  return (
    <div className="md:page md:py-6" data-fills-screen={openId && ''}>
      <div className={FRAME}>
        <section
          aria-labelledby={headingId}
          hidden={!isWide && openId !== undefined}
          className="flex min-h-0 min-w-0 flex-col md:border-r md:border-line"
        >
          <ConversationList
            openId={userId}
            openRoomId={roomId}
            onDelete={setToDelete}
            headingId={headingId}
          />
        </section>
        <div
          hidden={!isWide && openId === undefined}
          className="relative flex min-h-0 min-w-0 flex-col"
        >
          {roomId === undefined ? (
            <ConversationPane userId={userId} isWide={isWide} onDelete={setToDelete} />
          ) : (
            <RoomView key={roomId} roomId={roomId} isWide={isWide} />
          )}
        </div>
      </div>
      <DeleteConversationDialog
        peer={toDelete}
        onDeleted={onDeleted}
        onClose={() => setToDelete(null)}
      />
    </div>
  )
}

/** At most as high as the viewport below the header, but usable when zoomed in. */
const FRAME = cx(
  'grid h-[calc(100dvh-3.5rem-1px-var(--bottom-bar))] min-h-80 grid-rows-[minmax(0,1fr)] bg-surface',
  'md:h-[min(800px,calc(100dvh-6.5rem-1px))] md:grid-cols-[17rem_minmax(0,1fr)]',
  'md:rounded-card md:border md:border-line lg:grid-cols-[22rem_minmax(0,1fr)]',
)

interface ConversationPaneProps {
  userId: string | undefined
  isWide: boolean
  onDelete: (peer: Participant) => void
}

function ConversationPane({ userId, isWide, onDelete }: ConversationPaneProps) {
  if (userId === undefined) {
    return (
      <EmptyState
        icon={MessageCircle}
        title="Select a conversation to start chatting"
        className="flex-1 content-center"
      >
        Or find someone by their username.
      </EmptyState>
    )
  }
  if (!z.safeParse(Id, userId).success) return <PeerNotFound isWide={isWide} />
  return <ThreadView key={userId} peerId={userId} isWide={isWide} onDelete={onDelete} />
}

/** On a phone, moves the focus to the entry of the conversation that was just closed. */
function useFocusOnBack(openId: string | undefined, isWide: boolean, headingId: string): void {
  const previousId = useRef<string>(undefined)
  useEffect(() => {
    const closedId = previousId.current
    previousId.current = openId
    if (closedId === undefined || openId !== undefined || isWide) return
    const entry =
      document.getElementById(getConversationEntryId(closedId)) ??
      document.getElementById(headingId)
    entry?.focus()
  }, [openId, isWide, headingId])
}

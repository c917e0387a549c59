import type { Party } from '@dolph/contract/messaging'
import { Id } from '@dolph/contract/primitives'
import { MessageCircle } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { z } from 'zod/mini'
import { useMedia } from '../../lib/media.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useViewer } from '../accounts/use-viewer.ts'
import { NobodyThere } from './conversation/instead.tsx'
import { ThreadView } from './conversation/thread-view.tsx'
import { entryId } from './conversation-entry.tsx'
import { ConversationList } from './conversation-list.tsx'
import { DeleteConversation } from './delete-conversation.tsx'

/** As Tailwind's `md`: from here on list and thread stand side by side. */
const WIDE = '(width >= 48rem)'

/** All conversations, and the one that the address names. */
export function MessagesPage() {
  const { userId } = useParams()
  const viewer = useViewer()
  const navigate = useNavigate()
  const isWide = useMedia(WIDE)
  const headingId = useId()
  const [toDelete, setToDelete] = useState<Party | null>(null)
  useWayBack(userId, isWide, headingId)

  if (userId !== undefined && userId === viewer?._id) return <Navigate to="/messages" replace />

  const onDeleted = (peer: Party) => {
    if (peer._id === userId) void navigate('/messages', { preventScrollReset: true })
    document.getElementById(headingId)?.focus({ preventScroll: true })
  }

  return (
    <div className="md:page md:py-6" data-fills-screen={userId && ''}>
      <div className={FRAME}>
        <section
          aria-labelledby={headingId}
          hidden={!isWide && userId !== undefined}
          className="flex min-h-0 min-w-0 flex-col md:border-r md:border-line"
        >
          <ConversationList openId={userId} onDelete={setToDelete} headingId={headingId} />
        </section>
        <div
          hidden={!isWide && userId === undefined}
          className="relative flex min-h-0 min-w-0 flex-col"
        >
          <Pane userId={userId} isWide={isWide} onDelete={setToDelete} />
        </div>
      </div>
      <DeleteConversation peer={toDelete} onDeleted={onDeleted} onClose={() => setToDelete(null)} />
    </div>
  )
}

/** Never higher than what is seen below the header, but high enough to be used when zoomed. */
const FRAME = cx(
  'grid h-[calc(100dvh-3.5rem-1px)] min-h-80 grid-rows-[minmax(0,1fr)] bg-surface max-md:in-data-offline:pt-6',
  'md:h-[min(800px,calc(100dvh-6.5rem-1px))] md:grid-cols-[17rem_minmax(0,1fr)]',
  'md:rounded-card md:border md:border-line lg:grid-cols-[22rem_minmax(0,1fr)]',
)

interface PaneProps {
  userId: string | undefined
  isWide: boolean
  onDelete: (peer: Party) => void
}

function Pane({ userId, isWide, onDelete }: PaneProps) {
  if (userId === undefined) {
    return (
      <EmptyState
        icon={MessageCircle}
        title="Select a conversation to start chatting"
        className="flex-1 content-center"
      >
        Or find somebody by their username.
      </EmptyState>
    )
  }
  if (!z.safeParse(Id, userId).success) return <NobodyThere isWide={isWide} />
  return <ThreadView key={userId} peerId={userId} isWide={isWide} onDelete={onDelete} />
}

/** On a phone, whoever comes back from a conversation finds themself on its entry. */
function useWayBack(userId: string | undefined, isWide: boolean, headingId: string): void {
  const before = useRef<string>(undefined)
  useEffect(() => {
    const left = before.current
    before.current = userId
    if (left === undefined || userId !== undefined || isWide) return
    const entry = document.getElementById(entryId(left)) ?? document.getElementById(headingId)
    entry?.focus()
  }, [userId, isWide, headingId])
}

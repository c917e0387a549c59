import { MessagesSquare } from 'lucide-react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { useRoomList } from './use-rooms.ts'

/** Leads to the room of a project, with the number of unread messages; nothing for those who are not on the team. */
export function TeamRoomLink({ postId }: { postId: string }) {
  const { data } = useRoomList()
  const room = data?.rooms.find(({ post }) => post?._id === postId)
  if (!room) return null
  return (
    <ButtonLink to={`/messages/rooms/${room._id}`} size="sm" icon={MessagesSquare}>
      {room.unreadCount > 0 ? `Team room · ${room.unreadCount} new` : 'Team room'}
    </ButtonLink>
  )
}

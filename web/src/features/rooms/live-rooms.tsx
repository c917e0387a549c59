import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MembersOnly } from '../accounts/session/members-only.tsx'
import { useMemberState } from '../accounts/session/member-session.ts'
import { roomListQuery } from './room-queries.ts'
import { RoomsClient } from './rooms-client.ts'

const LIST_INTERVAL_MS = 30_000

/** Keeps the member's rooms up to date on every page. Mounted once. */
export function LiveRooms() {
  return (
    <MembersOnly>
      <RoomUpdates />
    </MembersOnly>
  )
}

function RoomUpdates() {
  const rooms = useMemberState(RoomsClient)
  useQuery({ ...roomListQuery(rooms.me), refetchInterval: LIST_INTERVAL_MS })
  useEffect(() => rooms.start(), [rooms])
  return null
}

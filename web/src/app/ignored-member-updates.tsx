import type { MemberRelation } from '@dolph/contract/safety/safety'
import { useQueryClient } from '@tanstack/react-query'
import { MembersOnly } from '../features/accounts/session/members-only.tsx'
import { foldCommentsBy } from '../features/comments/data.ts'
import { roomsKey } from '../features/messaging/query-keys.ts'
import { useMessagingClient } from '../features/messaging/use-messaging-client.ts'
import { removeCachedPostsBy } from '../features/posts/post-cache.ts'
import { LiveRelations } from '../features/safety/live-relations.tsx'

/** Applies blocks and mutes to what every feature shows, in this tab as soon as they are known. Mounted once. */
export function IgnoredMemberUpdates() {
  return (
    <MembersOnly>
      <RelationUpdates />
    </MembersOnly>
  )
}

function RelationUpdates() {
  const client = useQueryClient()
  const { me, presence } = useMessagingClient()

  function updateFeatures(userId: string, { isBlocked, isMuted, canMessage }: MemberRelation) {
    if (!canMessage) presence.remove(userId)
    if (isBlocked || isMuted) {
      removeCachedPostsBy(client, userId)
      foldCommentsBy(client, userId)
    }
    // Pages that became shorter are filled up, and what is no longer ignored comes back.
    void client.invalidateQueries({ queryKey: ['posts'] })
    void client.invalidateQueries({ queryKey: ['comments'] })
    void client.invalidateQueries({ queryKey: ['people'] })
    // Rooms fold the messages of ignored members, and a room of two is closed by a block.
    void client.invalidateQueries({ queryKey: roomsKey(me) })
  }

  return <LiveRelations onChange={updateFeatures} />
}

import type { MemberRelation } from '@dolph/contract/safety/safety'
import { useEffect, useEffectEvent } from 'react'
import { connection } from '../../realtime/connection.ts'
import { useServerEvent } from '../../realtime/use-server-event.ts'
import { useMemberSession } from '../accounts/session/member-session.ts'
import { RelationChanges } from './relation-changes.ts'
import { relationsKey } from './relation-query.ts'

interface Props {
  /** Called when the relation to a member may have changed, so that other features update what they show. */
  onChange: (userId: string, relation: MemberRelation) => void
}

/** Keeps the relations to other members up to date. Mounted once. */
export function LiveRelations({ onChange }: Props) {
  const session = useMemberSession()
  const handleChange = useEffectEvent(onChange)

  useServerEvent('relation_changed', ({ userId }) => {
    void session?.get(RelationChanges).refetch(userId)
  })
  useEffect(() => session?.get(RelationChanges).subscribe(handleChange), [session])
  useEffect(() => {
    if (!session) return undefined
    // Events published while the socket was disconnected are lost.
    return connection.subscribe(() => {
      if (connection.getState() !== 'connected') return
      void session.client.invalidateQueries({ queryKey: relationsKey(session.memberId) })
    })
  }, [session])
  return null
}

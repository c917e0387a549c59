import type { JoinRequestServerEvent } from '@dolph/contract/join-requests/join-requests'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { connection } from '../../realtime/connection.ts'
import { useServerEvent } from '../../realtime/use-server-event.ts'
import { useMemberSession } from '../accounts/session/member-session.ts'
import { joinRequestQuery, refetchDependents, refetchJoinRequest } from './data.ts'
import { joinRequestListsKey, joinRequestsKey, waitingCountKey } from './query-keys.ts'

/** Keeps the lists of join requests up to date on every page. It fetches only what a page has shown. Mounted once. */
export function LiveJoinRequests() {
  const me = useMemberSession()?.memberId
  return me === undefined ? null : <JoinRequestUpdates key={me} me={me} />
}

function JoinRequestUpdates({ me }: { me: string }) {
  const client = useQueryClient()

  async function applyEvent({ joinRequestId, state, waitingCount }: JoinRequestServerEvent) {
    refetchDependents(client, me)
    client.setQueryData(waitingCountKey(me), waitingCount)
    const lists = client.getQueriesData<{ pages: { data: { _id: string }[] }[] }>({
      queryKey: joinRequestListsKey(me),
    })
    const isListed = lists.some(([, list]) =>
      list?.pages.some(({ data }) => data.some(({ _id }) => _id === joinRequestId)),
    )
    const known = client.getQueryData(joinRequestQuery(me, joinRequestId).queryKey)
    if (!isListed && !known) {
      await client.invalidateQueries({ queryKey: joinRequestListsKey(me) })
    } else if (known?.state !== state) {
      await refetchJoinRequest(client, me, joinRequestId)
    }
  }

  useServerEvent('join_request_changed', (event) => void applyEvent(event))
  useEffect(
    () =>
      connection.subscribe(() => {
        // Events published while the socket was disconnected are lost.
        if (connection.getState() !== 'connected') return
        void client.invalidateQueries({ queryKey: joinRequestsKey(me) })
      }),
    [client, me],
  )
  return null
}

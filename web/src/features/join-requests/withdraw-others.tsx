import { withdrawJoinRequest, type JoinRequest } from '@dolph/contract/join-requests/join-requests'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { DAY_MS } from '../../lib/day-ms.ts'
import { useNow } from '../../lib/now.ts'
import { callEndpoint } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { useStoredText, writeStoredText } from '../../lib/stored-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { applyJoinRequest, joinRequestListQuery, openSentQuery, refetchDependents } from './data.ts'

/** How long after joining a team the member is offered to withdraw their other requests. */
const ASKED_MS = 7 * DAY_MS

/** Offers a member who has joined a team to withdraw their other requests. */
export function WithdrawOthers({ me }: { me: string }) {
  const now = useNow()
  const { data: sent } = useInfiniteQuery(joinRequestListQuery(me, 'sent', 'all'))
  // An invitation that the member accepted stands among those they received.
  const { data: received } = useInfiniteQuery(joinRequestListQuery(me, 'received', 'all'))
  const accepted = [...(sent?.pages ?? []), ...(received?.pages ?? [])]
    .flatMap(({ data }) => data)
    .find(({ person, state, answeredAt }) => {
      const age = now.getTime() - Date.parse(answeredAt ?? '')
      return person._id === me && state === 'accepted' && age < ASKED_MS
    })
  return accepted && <WithdrawQuestion me={me} accepted={accepted} />
}

function WithdrawQuestion({ me, accepted }: { me: string; accepted: JoinRequest }) {
  const client = useQueryClient()
  const storageKey = `kept-requests:${accepted._id}`
  const isAnswered = useStoredText('local', storageKey) !== null
  const { data: open = [] } = useQuery(openSentQuery(me))
  const others = open.filter(({ person, canWithdraw }) => person._id === me && canWithdraw)
  const withdrawAll = useMutation({
    mutationFn: async () => {
      for (const { _id } of others) {
        // One after the other: each takes the same rows of the member, and few are open at once.
        // oxlint-disable-next-line no-await-in-loop
        const { data } = await callEndpoint(withdrawJoinRequest, { params: { id: _id } })
        applyJoinRequest(client, me, data)
      }
    },
    onSuccess: () => toast.success('Withdrawn'),
    onError: (error) =>
      toast.error(
        getErrorMessage(error, 'Some requests could not be withdrawn. Please try again.'),
      ),
    onSettled: () => refetchDependents(client, me),
  })

  if (isAnswered || others.length === 0) return null
  const requests = others.length === 1 ? 'request' : 'requests'
  return (
    <Banner kind="info">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {`You have ${others.length} other open ${requests}. Withdraw ${others.length === 1 ? 'it' : 'them'}?`}
        </p>
        <div className="flex gap-2">
          <Button
            size="sm"
            variant="primary"
            busy={withdrawAll.isPending}
            onClick={() => withdrawAll.mutate()}
          >
            Withdraw
          </Button>
          <Button size="sm" onClick={() => writeStoredText('local', storageKey, 'kept')}>
            Keep
          </Button>
        </div>
      </div>
    </Banner>
  )
}

import type { JoinRequestBox } from '@dolph/contract/join-requests/join-requests'
import { Id } from '@dolph/contract/primitives'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { Tabs } from '../../ui/tabs.tsx'
import { useViewer } from '../accounts/session/use-viewer.ts'
import { joinRequestQuery, waitingCountQuery, type AnswerKind } from './data.ts'
import { getBox } from './describe-join-request.ts'
import { JoinRequestList } from './join-request-list.tsx'

const ANSWER_KINDS: readonly AnswerKind[] = ['talk', 'accept', 'decline']

/** Everything that the member was asked and has asked for. `?id=…&answer=…` of a mail opens a row with the answer ready to send. */
export function JoinRequestsPage() {
  const me = useViewer()?._id
  return (
    <div className="page flex min-h-dvh max-w-3xl! flex-1 flex-col gap-5 py-8 sm:py-10">
      <header className="grid gap-1.5">
        <h1 className="text-2xl font-semibold sm:text-3xl">Join requests</h1>
        <p className="text-balance text-muted">
          People who want to join you, and teams you want to join. Requests expire if nobody answers
          in time.
        </p>
      </header>
      {me !== undefined && <Boxes me={me} />}
    </div>
  )
}

function Boxes({ me }: { me: string }) {
  const [search, setSearch] = useSearchParams()
  const id = readId(search.get('id'))
  const target = useQuery({ ...joinRequestQuery(me, id ?? ''), enabled: id !== undefined })
  const { data: waitingCount = 0 } = useQuery(waitingCountQuery(me))
  const prepared = ANSWER_KINDS.find((kind) => kind === search.get('answer'))
  const targetBox = target.data && getBox(target.data, me)
  const box = readBox(search.get('box')) ?? targetBox ?? 'received'
  const state = search.get('state') === 'all' ? 'all' : 'waiting'

  const listProps = {
    me,
    state,
    onStateChange: (next: 'waiting' | 'all') =>
      setSearch(next === 'all' ? { box, state: next } : { box }, { replace: true }),
  } as const
  const getTarget = (each: JoinRequestBox) =>
    id !== undefined && each === box
      ? { target: targetBox === box ? target.data : undefined, error: target.error, prepared }
      : undefined

  return (
    <Tabs
      label="Join requests"
      value={box}
      onChange={(next) => setSearch({ box: next }, { replace: true })}
      tabs={[
        {
          value: 'received',
          label: waitingCount > 0 ? `Received · ${waitingCount}` : 'Received',
          panel: <JoinRequestList box="received" linked={getTarget('received')} {...listProps} />,
        },
        {
          value: 'sent',
          label: 'Sent',
          panel: <JoinRequestList box="sent" linked={getTarget('sent')} {...listProps} />,
        },
      ]}
    />
  )
}

function readId(text: string | null): string | undefined {
  const parsed = z.safeParse(Id, text)
  return parsed.success ? parsed.data : undefined
}

function readBox(text: string | null): JoinRequestBox | undefined {
  return text === 'received' || text === 'sent' ? text : undefined
}

import { TEAM_COMPLETE, type JoinRequest } from '@dolph/contract/join-requests/join-requests'
import type { Notification } from '@dolph/contract/notifications/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { useAnswerJoinRequest } from './data.ts'
import { fetchTeamCompletion } from './fetch-team-completion.ts'
import { buildWelcomePath } from './welcome-path.ts'

interface Props {
  line: Notification
  /** Another page opens. */
  onLeave: () => void
}

const ANSWERED_KINDS: readonly Notification['kind'][] = ['join-requested', 'invited', 'join-due']
const FAILED = 'The answer could not be sent. Please try again.'

/** Answers the one request or invitation of a notification: accepting at once, the others with their words on a page of their own. */
export function LineAnswer({ line, onLeave }: Props) {
  // Once it is answered, the line is about no request any more.
  const [request, setRequest] = useState(line.request)
  if (line.request && line.request._id !== request?._id) setRequest(line.request)
  const isAsked = ANSWERED_KINDS.includes(line.kind) && request?.state === 'waiting'
  if (!request || !isAsked) return null
  return <WaitingAnswer key={request._id} request={request} line={line} onLeave={onLeave} />
}

interface WaitingProps extends Props {
  request: NonNullable<Notification['request']>
}

function WaitingAnswer({ request: { _id, fromOwner }, line, onLeave }: WaitingProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending, isSuccess, data, error } = useAnswerJoinRequest(_id)
  const [isComplete, setIsComplete] = useState(false)
  const isWaiting = line.request?._id === _id

  async function onAccepted(answered: JoinRequest) {
    if (!fromOwner) return setIsComplete(await fetchTeamCompletion(client, answered))
    onLeave()
    await navigate(buildWelcomePath(_id))
  }

  if (isSuccess) {
    return (
      <p role="status" className="px-4 pb-3 pl-16 text-sm font-medium text-success">
        {fromOwner ? 'You are on the team.' : `You accepted ${data.person.userName}.`}
        {isComplete && ` ${TEAM_COMPLETE}`}
      </p>
    )
  }
  // Answered elsewhere.
  if (!isWaiting) return null
  const name = line.people[0]?.userName ?? 'Someone'
  const acceptLabel = fromOwner ? 'Join the team' : 'Accept'
  const buildPath = (answer: string) => `/join-requests?answer=${answer}&id=${_id}`
  return (
    <div className="grid gap-2 px-4 pb-3 pl-16">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          // Several lines have the same buttons.
          aria-label={`${acceptLabel}: ${name}`}
          busy={isPending}
          onClick={() =>
            mutate(
              { answer: 'accept', note: '' },
              { onSuccess: (answered) => void onAccepted(answered) },
            )
          }
        >
          {acceptLabel}
        </Button>
        <ButtonLink
          to={buildPath('talk')}
          size="sm"
          aria-label={`Let’s talk: ${name}`}
          onClick={onLeave}
        >
          Let’s talk
        </ButtonLink>
        <ButtonLink
          to={buildPath('decline')}
          size="sm"
          variant="ghost"
          aria-label={`Not now: ${name}`}
          onClick={onLeave}
        >
          Not now
        </ButtonLink>
      </div>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {getErrorMessage(error, FAILED)}
        </p>
      )}
    </div>
  )
}

import { TEAM_COMPLETE, type JoinRequest } from '@dolph/contract/join-requests/join-requests'
import { useQueryClient } from '@tanstack/react-query'
import { MessageCircle, UserCheck } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useAnswerJoinRequest, type Answer, type AnswerKind } from './data.ts'
import { buildTalkPath, getAnswerLabels } from './describe-join-request.ts'
import { fetchTeamCompletion } from './fetch-team-completion.ts'
import { useAnswerKeys } from './use-answer-keys.ts'
import { buildWelcomePath } from './welcome-path.ts'

interface Props {
  request: JoinRequest
  /** The keys 1, 2 and 3 answer while the focus is in this element, which gets it when the buttons are gone. */
  frame: RefObject<HTMLElement | null>
  /** The answer that a link of a mail chose. It is shown, and sent by the member. */
  prepared?: AnswerKind | undefined
}

const FAILED = 'The answer could not be sent. Please try again.'

/** The answers to a request or an invitation. Accepting offers a note, declining asks for a reason, talking leads to the conversation. */
export function AnswerActions({ request, frame, prepared }: Props) {
  const { mutate, isPending, error } = useAnswerJoinRequest(request._id)
  const client = useQueryClient()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(
    prepared === undefined || prepared === 'talk' ? null : prepared,
  )
  const accept = useRef<HTMLButtonElement>(null)
  const notNow = useRef<HTMLButtonElement>(null)
  const labels = getAnswerLabels(request)
  const talkPath = request.state === 'waiting' ? buildTalkPath(request) : undefined

  function send(answer: Answer, onSent?: () => void) {
    if (isPending) return
    mutate(answer, {
      onSuccess: (answered) => {
        onSent?.()
        if (answered.state === 'accepted' && answered.fromOwner) {
          void navigate(buildWelcomePath(answered._id))
        } else {
          toast.success(describeOutcome(answered))
          frame.current?.focus({ preventScroll: true })
          void announceCompletion(answered)
        }
      },
    })
  }
  async function announceCompletion(answered: JoinRequest) {
    if (await fetchTeamCompletion(client, answered)) toast.success(TEAM_COMPLETE)
  }
  const talk = talkPath === undefined ? undefined : () => void navigate(talkPath)
  const openAccept = () => setChosen('accept')
  const openDecline = () => setChosen('decline')
  // Not while the form is open: there a digit could answer the opposite of what is being written.
  const keys = { 1: openAccept, 2: talk, 3: openDecline }
  useAnswerKeys(frame, chosen === null ? keys : {})

  const failure = error && <Banner kind="error">{getErrorMessage(error, FAILED)}</Banner>
  if (prepared === 'talk' && talkPath !== undefined) return <Navigate to={talkPath} replace />
  if (chosen !== null) {
    return (
      <div className="grid gap-3">
        <AnswerForm
          key={chosen}
          request={request}
          kind={chosen}
          isSending={isPending}
          onSend={send}
          onCancel={() => {
            setChosen(null)
            const opener = chosen === 'accept' ? accept : notNow
            // The button is rendered again by then.
            requestAnimationFrame(() => opener.current?.focus())
          }}
        />
        {failure}
      </div>
    )
  }
  return (
    <div className="grid gap-3">
      <div className="mt-1 flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:*:px-2.5 max-sm:[&_svg]:hidden">
        <Button
          ref={accept}
          size="sm"
          variant="primary"
          icon={UserCheck}
          aria-keyshortcuts="1"
          aria-expanded={false}
          onClick={openAccept}
        >
          {labels.accept}
        </Button>
        {talkPath !== undefined && (
          <ButtonLink size="sm" icon={MessageCircle} aria-keyshortcuts="2" to={talkPath}>
            {labels.talk}
          </ButtonLink>
        )}
        <Button
          ref={notNow}
          size="sm"
          variant="ghost"
          aria-keyshortcuts="3"
          aria-expanded={false}
          onClick={openDecline}
        >
          {labels.decline}
        </Button>
      </div>
      {failure}
    </div>
  )
}

function describeOutcome({ state, person, role }: JoinRequest): string {
  if (state === 'declined') return 'Your answer is sent.'
  return `${person.userName} is on the team as ${role.title}`
}

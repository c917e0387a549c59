import type { JoinRequest } from '@dolph/contract/join-requests'
import { MessageCircle, UserCheck } from 'lucide-react'
import { useRef, useState, type RefObject } from 'react'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useAnswerJoinRequest, type Answer, type AnswerKind } from './data.ts'
import { getAnswerLabels } from './describe-join-request.ts'
import { useAnswerKeys } from './use-answer-keys.ts'

interface Props {
  request: JoinRequest
  /** The keys 1, 2 and 3 answer while the focus is in this element, which gets it when the buttons are gone. */
  frame: RefObject<HTMLElement | null>
  /** The answer that a link of a mail chose. It is shown, and sent by the member. */
  prepared?: AnswerKind | undefined
}

const FAILED = 'The answer could not be sent. Please try again.'

/** The three answers to a request or an invitation. Only declining asks for words. */
export function AnswerActions({ request, frame, prepared }: Props) {
  const { mutate, isPending, variables, error } = useAnswerJoinRequest(request._id)
  const [chosen, setChosen] = useState<AnswerKind | null>(prepared ?? null)
  const notNow = useRef<HTMLButtonElement>(null)
  const labels = getAnswerLabels(request)
  const isTalking = request.state === 'talking'

  function send(answer: Answer, onSent?: () => void) {
    if (isPending) return
    mutate(answer, {
      onSuccess: (answered) => {
        onSent?.()
        toast.success(describeOutcome(answered))
        frame.current?.focus({ preventScroll: true })
      },
    })
  }
  const accept = () => send({ answer: 'accept', note: '' })
  const talk = () => send({ answer: 'talk', note: '' })
  const openDecline = () => setChosen('decline')
  // Not while the form is open: there a digit could answer the opposite of what is being written.
  const keys = { 1: accept, 2: isTalking ? undefined : talk, 3: openDecline }
  useAnswerKeys(frame, chosen === null ? keys : {})

  const failure = error && <Banner kind="error">{getErrorMessage(error, FAILED)}</Banner>
  if (chosen !== null && !(chosen === 'talk' && isTalking)) {
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
            // The button is rendered again by then.
            requestAnimationFrame(() => notNow.current?.focus())
          }}
        />
        {failure}
      </div>
    )
  }
  const isSending = (kind: AnswerKind) => isPending && variables.answer === kind
  return (
    <div className="grid gap-3">
      <div className="mt-1 flex flex-wrap gap-2 max-sm:gap-1.5 max-sm:*:px-2.5 max-sm:[&_svg]:hidden">
        <Button
          size="sm"
          variant="primary"
          icon={UserCheck}
          aria-keyshortcuts="1"
          busy={isSending('accept')}
          onClick={accept}
        >
          {labels.accept}
        </Button>
        {!isTalking && (
          <Button
            size="sm"
            icon={MessageCircle}
            aria-keyshortcuts="2"
            busy={isSending('talk')}
            onClick={talk}
          >
            {labels.talk}
          </Button>
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

function describeOutcome({ state, fromOwner, person, role }: JoinRequest): string {
  if (state === 'talking') return 'You are in talks. The first message is sent.'
  if (state === 'declined') return 'Your answer is sent.'
  return fromOwner ? 'You are on the team' : `${person.userName} is on the team as ${role.title}`
}

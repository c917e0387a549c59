import type { Decision } from '@dolph/contract/moderation/moderation'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/buttons/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AppealForm } from './appeal-form.tsx'

/** The member's objection to a decision and what came of it, or the button that opens its form. */
export function AppealSection({ decision }: { decision: Decision }) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  if (decision.appeal) return <AppealOutcome appeal={decision.appeal} />
  if (!decision.canAppeal) return null
  if (!isOpen) {
    return (
      <Button ref={button} size="sm" className="justify-self-start" onClick={() => setIsOpen(true)}>
        Object
      </Button>
    )
  }
  const close = () => {
    flushSync(() => setIsOpen(false))
    button.current?.focus()
  }
  return <AppealForm decisionId={decision._id} onClose={close} />
}

function AppealOutcome({ appeal }: { appeal: NonNullable<Decision['appeal']> }) {
  return (
    <div className="grid gap-1.5 border-l-2 border-line pl-3 text-sm">
      <p className="text-muted">
        You objected <RelativeTime at={appeal.createdAt} />:
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {appeal.text}
      </p>
      <p className="font-medium">{OUTCOMES[appeal.outcome ?? 'open']}</p>
      {appeal.answer && (
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {appeal.answer}
        </p>
      )}
    </div>
  )
}

const OUTCOMES = {
  open: 'We will look again, usually within a day.',
  stands: 'We looked again. The decision stands.',
  'taken-back': 'We looked again. The decision is taken back. We are sorry.',
}

import type { AppealDecisionDraft } from '@dolph/contract/review/review'
import { useRef, useState } from 'react'
import { RadioList } from '../../ui/forms/radio-list.tsx'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import { useDecideAppeal } from './data.ts'
import { ReasonForm } from './reason-form.tsx'
import { usePageKeys } from './use-page-keys.ts'

type Outcome = AppealDecisionDraft['outcome']

const OPTIONS: readonly { value: Outcome; label: string; hint: string }[] = [
  { value: 'stands', label: 'It stands', hint: 'The decision was right' },
  { value: 'taken-back', label: 'Take it back', hint: 'Undoes the decision' },
]

/** Answers an objection. */
export function AppealDecisionForm({ id, onDecided }: { id: string; onDecided: () => void }) {
  const decide = useDecideAppeal(id)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const first = useRef<HTMLElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)

  function choose(next: Outcome) {
    setOutcome(next)
    setIsMissing(false)
  }
  function chooseByKey(next: Outcome) {
    choose(next)
    reason.current?.focus()
  }
  usePageKeys({ 1: () => chooseByKey('stands'), 2: () => chooseByKey('taken-back') })

  function buildDraft(text: string): AppealDecisionDraft | undefined {
    setIsMissing(outcome === null)
    if (outcome !== null) return { outcome, text }
    first.current?.focus()
    return undefined
  }

  return (
    <ReasonForm
      title="Your answer"
      draftKey={`appeal-answer:${id}`}
      hint="Explain why."
      submitLabel="Answer"
      fieldRef={reason}
      mutation={decide}
      buildDraft={buildDraft}
      onDecided={onDecided}
    >
      <RadioList
        label="Outcome"
        isLabelHidden
        options={OPTIONS.map((option, index) => ({
          ...option,
          aside: <ShortcutKeys keys={String(index + 1)} className="pointer-coarse:hidden" />,
        }))}
        value={outcome}
        onChange={choose}
        error={isMissing ? 'Please choose an outcome' : undefined}
        firstRef={first}
      />
    </ReasonForm>
  )
}

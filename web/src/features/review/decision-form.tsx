import { type DecisionKind, type Rule, RULE_NAMES } from '@dolph/contract/moderation/moderation'
import type { Case, DecisionDraft } from '@dolph/contract/review/review'
import { useRef, useState } from 'react'
import { RadioList } from '../../ui/forms/radio-list.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ToggleGroup } from '../../ui/forms/toggle-group.tsx'
import { ShortcutKeys } from '../../ui/shortcut-keys.tsx'
import { DECISION_LABELS } from './case-texts.ts'
import { useDecideCase } from './data.ts'
import { ReasonForm } from './reason-form.tsx'
import { usePageKeys } from './use-page-keys.ts'

interface Option {
  value: DecisionKind
  hint: string
}

const OPTIONS: readonly Option[] = [
  { value: 'keep', hint: 'It is within the rules' },
  { value: 'hide', hint: 'Only its author still sees it' },
  { value: 'limit-posting', hint: 'No posts and comments for some days' },
  { value: 'limit-messaging', hint: 'No messages for some days' },
  { value: 'suspend', hint: 'Can only read, appeal and leave' },
]

const RULES = Object.entries(RULE_NAMES).map(([value, label]) => ({ value: value as Rule, label }))

type Duration = '1' | '7' | '30' | 'open'
const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const
const NO_END = { value: 'open', label: 'No end' } as const

/** Decides a case, with a rule and a reason that the author reads. */
export function DecisionForm({ data, onDecided }: { data: Case; onDecided: () => void }) {
  const decide = useDecideCase(data._id)
  const [kind, setKind] = useState<DecisionKind | null>(null)
  const [rule, setRule] = useState<Rule>(data.reason)
  const [duration, setDuration] = useState<Duration>('7')
  const [isKindMissing, setIsKindMissing] = useState(false)
  const firstKind = useRef<HTMLElement>(null)
  const reason = useRef<HTMLTextAreaElement>(null)
  const canHide = data.subject.kind !== 'member'
  const isMessage = data.subject.kind === 'message'
  const hasDays = kind !== null && kind !== 'keep' && kind !== 'hide'

  function choose(next: DecisionKind) {
    if (next === 'hide' && !canHide) return
    setKind(next)
    setIsKindMissing(false)
    if (next !== 'suspend' && duration === 'open') setDuration('7')
  }
  usePageKeys(
    Object.fromEntries(
      OPTIONS.map(({ value }, index) => [
        String(index + 1),
        () => {
          choose(value)
          reason.current?.focus()
        },
      ]),
    ),
  )

  function buildDraft(text: string): DecisionDraft | undefined {
    setIsKindMissing(kind === null)
    if (kind === null) {
      firstKind.current?.focus()
      return undefined
    }
    const days = hasDays ? DAYS_BY_DURATION[duration] : undefined
    return { kind, rule, text, ...(days && { days }) }
  }

  return (
    <ReasonForm
      title="Your decision"
      draftKey={`decision:${data._id}`}
      hint="The author reads it."
      submitLabel={kind ? `Decide: ${DECISION_LABELS[kind]}` : 'Decide'}
      fieldRef={reason}
      mutation={decide}
      buildDraft={buildDraft}
      onDecided={onDecided}
    >
      <RadioList
        label="Decision"
        isLabelHidden
        options={OPTIONS.map(({ value, hint }, index) => ({
          value,
          label: DECISION_LABELS[value],
          ...(value === 'hide' && !canHide
            ? { disabled: true, hint: 'A member cannot be hidden' }
            : { hint: value === 'hide' && isMessage ? 'Nobody can read it any more' : hint }),
          aside: <ShortcutKeys keys={String(index + 1)} className="pointer-coarse:hidden" />,
        }))}
        value={kind}
        onChange={choose}
        error={isKindMissing ? 'Please choose a decision' : undefined}
        firstRef={firstKind}
      />
      <div className="flex flex-wrap gap-4">
        <Select label="Rule" options={RULES} value={rule} onChange={setRule} className="w-56" />
        {hasDays && (
          <div className="grid content-start gap-1.5">
            <span aria-hidden="true" className="text-sm font-medium">
              For how long
            </span>
            <ToggleGroup
              label="For how long"
              options={kind === 'suspend' ? [...DAYS, NO_END] : DAYS}
              value={duration}
              onChange={setDuration}
            />
          </div>
        )}
      </div>
    </ReasonForm>
  )
}

const DAYS_BY_DURATION = { '1': 1, '7': 7, '30': 30, open: undefined } as const

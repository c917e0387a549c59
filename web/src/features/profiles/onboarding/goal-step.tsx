import type { OnboardingGoal } from '@dolph/contract/accounts/onboarding'
import { Handshake, Rocket, UsersRound } from 'lucide-react'
import type { IconType } from '../../../ui/icon.ts'
import type { OnboardingStepProps } from './onboarding-step-props.ts'
import { StepLayout } from './step-layout.tsx'

const GOALS: readonly { value: OnboardingGoal; label: string; hint: string; icon: IconType }[] = [
  { value: 'show', label: 'Show a project', hint: 'Get users and feedback', icon: Rocket },
  { value: 'find-people', label: 'Find people', hint: 'For a project of mine', icon: UsersRound },
  { value: 'join', label: 'Join a project', hint: 'Build with others', icon: Handshake },
]

/** A press answers and leads on. */
export function GoalStep({ onDone }: OnboardingStepProps) {
  return (
    <StepLayout
      title="What are you here for?"
      lead="It only decides what we suggest next."
      onSkip={onDone}
    >
      <div className="grid gap-2 sm:grid-cols-3">
        {GOALS.map(({ value, label, hint, icon: Icon }) => (
          <button
            key={value}
            type="button"
            onClick={() => onDone({ goal: value })}
            className="flex min-h-14 items-center gap-3 rounded-control border border-edge bg-surface px-3 py-2 text-left transition-colors hover:bg-hover active:bg-pressed"
          >
            <Icon className="size-5 shrink-0 text-tone" aria-hidden="true" />
            <span className="grid min-w-0">
              <span className="text-sm font-medium">{label}</span>
              <span className="text-sm text-muted">{hint}</span>
            </span>
          </button>
        ))}
      </div>
    </StepLayout>
  )
}

import type { Onboarding, OnboardingStep } from '@dolph/contract/accounts/onboarding'
import { X } from 'lucide-react'
import { useEffect, useRef, type ComponentType } from 'react'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useSaveOnboarding } from '../../accounts/onboarding.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { GoalStep } from './goal-step.tsx'
import { NextStep } from './next-step.tsx'
import { getOnboardingCardClass } from './onboarding-card-class.ts'
import type { OnboardingStepProps } from './onboarding-step-props.ts'
import { PictureStep } from './picture-step.tsx'
import { SkillsStep } from './skills-step.tsx'

const QUESTIONS: readonly OnboardingStep[] = ['skills', 'goal', 'picture']

const STEPS: Record<OnboardingStep, ComponentType<OnboardingStepProps>> = {
  skills: SkillsStep,
  goal: GoalStep,
  picture: PictureStep,
  next: NextStep,
}

/** Three short questions for a new member, each of which can be skipped, then one next step. */
export function OnboardingCard({ onboarding }: { onboarding: Onboarding }) {
  const { step, goal } = onboarding
  const { mutate } = useSaveOnboarding()
  const hasPicture = Boolean(useViewer()?.profilePicture)
  const card = useRef<HTMLElement>(null)
  useFocusOnChange(card, step)
  const Step = STEPS[step]
  const number = QUESTIONS.indexOf(step) + 1

  const save = (next: Onboarding | null) => mutate(next, { onError: showFailure })

  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="First steps"
      className={`${getOnboardingCardClass(step)} tone-sky relative border-tone-line bg-tone-soft outline-none`}
    >
      <p className="pr-9 text-sm text-muted">
        {number > 0 ? `Welcome! Question ${number} of ${QUESTIONS.length}` : 'Your next step'}
      </p>
      <IconButton
        label="Dismiss permanently"
        icon={X}
        size="sm"
        className="absolute top-3 right-3"
        onClick={() => {
          save(null)
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      />
      <Step
        key={step}
        goal={goal}
        onDone={(answer) =>
          save({ step: getNextStep(step, hasPicture), goal: answer?.goal ?? goal })
        }
      />
    </section>
  )
}

function getNextStep(step: OnboardingStep, hasPicture: boolean): OnboardingStep {
  const next = QUESTIONS[QUESTIONS.indexOf(step) + 1] ?? 'next'
  return next === 'picture' && hasPicture ? 'next' : next
}

/** The button that was pressed is gone with its step: the focus moves to the card, which names the next one. */
function useFocusOnChange(card: { current: HTMLElement | null }, step: OnboardingStep): void {
  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    card.current?.focus({ preventScroll: true })
  }, [card, step])
}

function showFailure(error: Error) {
  toast.error(getErrorMessage(error, 'This could not be saved. Please try again.'))
}

import type { OnboardingGoal } from '@dolph/contract/accounts/onboarding'

export interface OnboardingStepProps {
  goal: OnboardingGoal | null
  /** The step is answered or skipped. */
  onDone: (answer?: { goal: OnboardingGoal }) => void
}

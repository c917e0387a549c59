import type { OnboardingStep } from '@dolph/contract/accounts/onboarding'

const CARD_CLASS = 'grid content-start gap-3 rounded-card border p-4 sm:p-5'

/** The height of each step, from phones on, from 40 rem on and, where a text then needs one line less, from 48 rem on. */
const HEIGHT_CLASSES: Record<OnboardingStep, string> = {
  skills: 'min-h-73 sm:min-h-70',
  goal: 'min-h-92 sm:min-h-66 md:min-h-61',
  picture: 'min-h-86 sm:min-h-79',
  next: 'min-h-46.5 sm:min-h-43.5',
}

/** The space of the card, also while its code loads: nothing below it moves when it appears. */
export function getOnboardingCardClass(step: OnboardingStep): string {
  return `${CARD_CLASS} ${HEIGHT_CLASSES[step]}`
}

import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { successReply } from '../primitives.ts'

/** What a new member is here for: to show a project, to find people for one, or to join one. */
export const OnboardingGoal = z.enum(['show', 'find-people', 'join'])
export type OnboardingGoal = z.infer<typeof OnboardingGoal>

/** The questions in their order, then the one next step that the goal leads to. */
export const OnboardingStep = z.enum(['skills', 'goal', 'picture', 'next'])
export type OnboardingStep = z.infer<typeof OnboardingStep>

/** How far a new member has come. It ends when the next step is done, when there is none, and when the member dismisses it. */
export const Onboarding = z.object({ step: OnboardingStep, goal: z.nullable(OnboardingGoal) })
export type Onboarding = z.infer<typeof Onboarding>

const response = {
  /** Null when it is over, also because another device has ended it. */
  200: successReply({ data: z.nullable(Onboarding) }),
}

export const saveOnboarding = defineEndpoint({
  method: 'PUT',
  url: '/api/users/me/onboarding',
  access: 'member',
  idempotentBy: 'always',
  schema: { body: Onboarding, response },
})

/** Ends it for good. */
export const dismissOnboarding = defineEndpoint({
  method: 'DELETE',
  url: '/api/users/me/onboarding',
  access: 'member',
  idempotentBy: 'always',
  schema: { response },
})

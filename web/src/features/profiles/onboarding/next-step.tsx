import type { OnboardingGoal } from '@dolph/contract/accounts/onboarding'
import { ArrowRight } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import type { OnboardingStepProps } from './onboarding-step-props.ts'
import { StepLayout } from './step-layout.tsx'

interface Suggestion {
  title: string
  lead: string
  links: readonly { label: string; to: string }[]
}

const SUGGESTIONS: Record<OnboardingGoal, Suggestion> = {
  show: {
    title: 'Show your first project',
    lead: 'A title, a few sentences and a link are enough. You can change all of it later.',
    links: [{ label: 'Show your first project', to: '/posts/create' }],
  },
  'find-people': {
    title: 'Say who you are looking for',
    lead: 'Describe the project, then add its open roles. People with these skills will find them.',
    links: [{ label: 'Describe your project', to: '/posts/create?type=seeking-contributors' }],
  },
  join: {
    title: 'Find a project to join',
    lead: 'Browse the open roles, or say how much time you have so that owners can invite you.',
    links: [
      { label: 'See open roles', to: '/roles' },
      { label: 'Open to join', to: '/profile' },
    ],
  },
}

/** Shown until it is done, which the server knows. */
export function NextStep({ goal }: OnboardingStepProps) {
  if (goal === null) return null
  const { title, lead, links } = SUGGESTIONS[goal]
  return (
    <StepLayout
      title={title}
      lead={lead}
      actions={links.map(({ label, to }, index) => (
        <ButtonLink
          key={to}
          to={to}
          variant={index === 0 ? 'primary' : 'secondary'}
          {...(index === 0 && { icon: ArrowRight })}
        >
          {label}
        </ButtonLink>
      ))}
    />
  )
}

import { CalendarClock, Lightbulb, Megaphone, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import type { Feature } from './feature-grid.tsx'
import { FeatureList } from './feature-list.tsx'
import { CallToAction } from './call-to-action.tsx'
import { PageSection } from './page-section.tsx'
import { SignUpButton } from './sign-up-button.tsx'
import { Steps, type Step } from './steps.tsx'

interface Props {
  /** Preview of the product, rendered by its own components. */
  illustration: ReactNode
  /** Links to the post types. */
  postTypes: ReactNode
}

export function LandingPage({ illustration, postTypes }: Props) {
  return (
    <>
      <div className="page grid gap-10 pt-10 pb-6 sm:pt-16 sm:pb-10 lg:gap-14 xl:grid-cols-[minmax(0,1fr)_41rem] xl:items-start xl:gap-10 xl:pt-8">
        {/* At the top: in the middle of a tall picture the buttons would be below the first screen. */}
        <div className="grid max-w-3xl gap-6 xl:sticky xl:top-14 xl:pt-16">
          <h1 className="text-4xl font-semibold *:block">
            <span>Show what you build.</span>{' '}
            <span className="text-primary">Find people to build it with.</span>
          </h1>
          <p className="max-w-2xl text-lg text-pretty text-muted sm:text-xl">
            Dolph is where developers and creators share projects to gain users and feedback, find
            collaborators, and propose and discover ideas.
          </p>
          <p className="flex items-start gap-2.5 font-medium">
            <CalendarClock className="mt-0.5 size-5 shrink-0 text-primary" aria-hidden="true" />
            Ask to join a project, and you get an answer by a date.
          </p>
          <div className="flex flex-wrap gap-3">
            <SignUpButton />
            <ButtonLink to="/browse" size="lg">
              Browse Projects
            </ButtonLink>
          </div>
        </div>
        {illustration}
      </div>
      <PageSection
        layout="beside"
        title="A project needs more than code"
        lead="Someone to try it, someone to question it, and now and then someone to share the work."
      >
        <FeatureList features={FEATURES} />
      </PageSection>
      <PageSection
        title="Say what you are here for"
        lead="Every project says what it needs, so nobody has to guess. Have a look around. You need no account."
      >
        {postTypes}
      </PageSection>
      <PageSection title="How it works" lead="Three steps, and the first takes two minutes.">
        <Steps steps={STEPS} />
      </PageSection>
      <CallToAction
        title="Someone is looking for what you can do"
        text="Put your project where they look, or find theirs first."
      />
    </>
  )
}

const FEATURES: readonly Feature[] = [
  {
    icon: Megaphone,
    tone: 'iris',
    title: 'Share projects',
    text: 'Show finished work with its code and a live demo. Get your first users, and feedback in threads that stay readable.',
  },
  {
    icon: UsersRound,
    tone: 'mint',
    title: 'Find collaborators',
    text: 'Add the roles your project needs, or say what you can do and join one. Profiles show skills, links and other work.',
  },
  {
    icon: Lightbulb,
    tone: 'lime',
    title: 'Propose and discover ideas',
    text: 'An idea needs no repository. Write it down, see who likes it, and hear the hard questions before you start.',
  },
]

const STEPS: readonly Step[] = [
  {
    title: 'Create a profile',
    text: 'Sign up with your email address, with Google or with GitHub. Add what you can do and where your work can be seen.',
  },
  {
    title: 'Share or browse projects',
    text: 'Post a project in a few lines of Markdown, or search what others have posted and filter it by type.',
  },
  {
    title: 'Connect and collaborate',
    text: 'Comment where everyone can answer, or write to the person directly. Messages arrive at once.',
  },
]

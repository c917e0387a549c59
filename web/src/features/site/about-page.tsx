import {
  FolderHeart,
  MessageCircle,
  MessagesSquare,
  Search,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { CurrentYear } from './current-year.tsx'
import { FeatureGrid, type Feature } from './feature-grid.tsx'
import { CallToAction } from './call-to-action.tsx'
import { PageHeader } from './page-header.tsx'
import { Principles } from './principles.tsx'
import { PageSection } from './page-section.tsx'
import { Steps, type Step } from './steps.tsx'

export function AboutPage() {
  return (
    <>
      <div className="page pt-10 pb-4 sm:pt-16">
        <PageHeader
          title="About Us"
          lead="Dolph is a place for developers and creators: to show what they have made, to find the people to make the next thing with, and to talk it through."
        />
      </div>
      <PageSection title="Our mission" layout="beside">
        <div className="grid max-w-[65ch] gap-4 text-lg text-pretty text-muted">
          <p>
            Most projects do not fail because the code is bad. They stop because one person carried
            them alone for too long. We want fewer good projects to end that way.
          </p>
          <p>
            So Dolph brings three things together that usually live apart: the project, the people
            who could use or improve it, and the conversation between them.
          </p>
        </div>
      </PageSection>
      <PageSection
        layout="beside"
        title="Five principles"
        lead="They are what the name is made of, and what we go back to when we decide."
      >
        <Principles />
      </PageSection>
      <PageSection title="How it began" layout="beside">
        <FounderStory />
      </PageSection>
      <PageSection title="What you get" lead="A few things, each made for daily use.">
        <FeatureGrid features={FEATURES} />
      </PageSection>
      <PageSection title="How it works">
        <Steps steps={STEPS} />
      </PageSection>
      <CallToAction
        title="Bring a project, or come without one"
        text="Show what you have, or find the people whose project needs you."
      >
        <p className="page -mt-12 pb-6 text-center text-sm text-muted">
          © <CurrentYear /> Dolph
        </p>
      </CallToAction>
    </>
  )
}

function FounderStory() {
  return (
    <div className="grid max-w-[65ch] gap-4 border-l-2 border-primary pl-5 text-pretty sm:pl-8 sm:text-lg">
      <p>Dolph began with a student who could write programs and knew nobody to write them with.</p>
      <p>
        There was a folder of unfinished projects, all stopped at the same place: where a second
        person was needed. Someone who knows databases. Someone who can draw. Or just someone to try
        the thing and say honestly what is wrong with it.
      </p>
      <p>
        These people existed, in other lecture halls and cities, each with a folder of their own.
        But code hosts showed code, not who wanted help with it, and job boards wanted a résumé.
      </p>
      <p>
        So the student built the missing place: a page where a project says in a few lines what it
        is and who it is looking for, with the person behind it one message away. This time the
        project did not stay in the folder.
      </p>
    </div>
  )
}

const FEATURES: readonly Feature[] = [
  {
    icon: FolderHeart,
    tone: 'iris',
    title: 'Projects',
    text: 'A title, text in Markdown, and links to the code and a live demo. Nine types, from Showcase to Project Idea.',
  },
  {
    icon: Search,
    tone: 'sky',
    title: 'Search',
    text: 'Across every project: by words and type, and for members by author or most liked.',
  },
  {
    icon: MessagesSquare,
    tone: 'mint',
    title: 'Comments',
    text: 'Threads below every project that keep a question and its answer together.',
  },
  {
    icon: UserRound,
    tone: 'amber',
    title: 'Profiles',
    text: 'What someone does, knows and has posted, on one page, with a button to write to them.',
  },
  {
    icon: MessageCircle,
    tone: 'rose',
    title: 'Messages',
    text: 'One to one and live. What you write offline is sent when you are back.',
  },
  {
    icon: ShieldCheck,
    tone: 'leaf',
    title: 'Your account',
    text: 'No advertising and no trackers. You see where you are logged in, and can delete your account yourself.',
  },
]

const STEPS: readonly Step[] = [
  {
    title: 'Sign up',
    text: 'With your email address, which you confirm with a code, or with Google or GitHub.',
  },
  {
    title: 'Create a profile',
    text: 'A few words about you, your skills, and links to where your work lives.',
  },
  {
    title: 'Share or browse projects',
    text: 'Post your own, or look for one that needs what you can do.',
  },
  {
    title: 'Connect and collaborate',
    text: 'Comment, ask, answer, and write to the people you want to build with.',
  },
]

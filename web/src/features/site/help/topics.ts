import { CircleUserRound, FolderHeart, Handshake, Mail, Rocket } from 'lucide-react'
import type { IconType } from '../../../ui/icon.ts'
import type { Tone } from '../../../ui/tone.ts'
import type { Topic } from './questions.ts'

interface TopicDisplay {
  label: string
  /** Content of the topic in a few words. */
  about: string
  icon: IconType
  tone: Tone
}

/** The topics in the order of their tiles. */
export const TOPICS: Record<Topic, TopicDisplay> = {
  'getting-started': {
    label: 'Getting started',
    about: 'Sign up and look around',
    icon: Rocket,
    tone: 'sky',
  },
  projects: {
    label: 'Projects',
    about: 'Share, edit and delete',
    icon: FolderHeart,
    tone: 'iris',
  },
  collaboration: {
    label: 'Collaboration',
    about: 'Find people, write to them',
    icon: Handshake,
    tone: 'mint',
  },
  account: {
    label: 'Account',
    about: 'Password, emails, deletion',
    icon: CircleUserRound,
    tone: 'amber',
  },
  contact: { label: 'Contact', about: 'Reach us, report something', icon: Mail, tone: 'rose' },
}

/** The topic of a URL parameter; undefined, which means all topics, for unknown values. */
export function parseTopic(value: string | null): Topic | undefined {
  return value !== null && Object.hasOwn(TOPICS, value) ? (value as Topic) : undefined
}

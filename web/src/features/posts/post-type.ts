import type { PostType } from '@dolph/contract/posts/post-type'
import {
  GitFork,
  GraduationCap,
  Hammer,
  Handshake,
  Lightbulb,
  Shapes,
  Sparkles,
  Timer,
  UserRoundPlus,
} from 'lucide-react'
import type { IconType } from '../../ui/icon.ts'
import type { Tone } from '../../ui/tone.ts'

interface PostTypeDisplay {
  label: string
  icon: IconType
  tone: Tone
}

/** The label, icon and color of each type, the same on badge, filter and empty state. */
export const POST_TYPES: Record<PostType, PostTypeDisplay> = {
  showcase: { label: 'Showcase', icon: Sparkles, tone: 'iris' },
  'seeking-contributors': { label: 'Seeking Contributors', icon: UserRoundPlus, tone: 'mint' },
  'looking-to-join': { label: 'Looking to Join', icon: Handshake, tone: 'sky' },
  'in-development': { label: 'In Development', icon: Hammer, tone: 'amber' },
  'project-idea': { label: 'Project Idea', icon: Lightbulb, tone: 'lime' },
  other: { label: 'Other', icon: Shapes, tone: 'slate' },
  hackathon: { label: 'Hackathon', icon: Timer, tone: 'rose' },
  'learning-project': { label: 'Learning Project', icon: GraduationCap, tone: 'orchid' },
  'open-source': { label: 'Open Source', icon: GitFork, tone: 'leaf' },
}

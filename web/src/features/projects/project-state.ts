import type { ProjectState } from '@dolph/contract/projects'
import { Flag, Hammer, Lightbulb, Pause, Rocket } from 'lucide-react'
import type { IconType } from '../../ui/icon.ts'
import type { Tone } from '../../ui/tone.ts'

interface ProjectStateDisplay {
  label: string
  icon: IconType
  tone: Tone
}

/** The label, icon and color of each state of a project. */
export const PROJECT_STATES: Record<ProjectState, ProjectStateDisplay> = {
  idea: { label: 'Idea', icon: Lightbulb, tone: 'lime' },
  building: { label: 'Building', icon: Hammer, tone: 'amber' },
  shipped: { label: 'Shipped', icon: Rocket, tone: 'mint' },
  paused: { label: 'Paused', icon: Pause, tone: 'slate' },
  'needs-owner': { label: 'Needs a new owner', icon: Flag, tone: 'rose' },
}

import { PROJECT_STATE_LABELS, ProjectState } from '@dolph/contract/projects/projects'
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
  idea: { label: PROJECT_STATE_LABELS.idea, icon: Lightbulb, tone: 'lime' },
  building: { label: PROJECT_STATE_LABELS.building, icon: Hammer, tone: 'amber' },
  shipped: { label: PROJECT_STATE_LABELS.shipped, icon: Rocket, tone: 'mint' },
  paused: { label: PROJECT_STATE_LABELS.paused, icon: Pause, tone: 'slate' },
  'needs-owner': { label: PROJECT_STATE_LABELS['needs-owner'], icon: Flag, tone: 'rose' },
}

/** The states as the options of a select. */
export const PROJECT_STATE_OPTIONS = ProjectState.options.map((value) => ({
  value,
  ...PROJECT_STATES[value],
}))

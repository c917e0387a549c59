import type { ProjectState } from '@dolph/contract/projects/projects'
import { Badge } from '../../ui/badge.tsx'
import { PROJECT_STATES } from './project-state.ts'

/** The state of a project, beside the type badge; nothing if its owners set none. */
export function ProjectStateBadge({ state }: { state: ProjectState | null | undefined }) {
  if (!state) return null
  const { label, icon, tone } = PROJECT_STATES[state]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

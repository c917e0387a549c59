import { PROJECT_STATE_LABELS, TOPIC_LABELS } from '@dolph/contract/projects'
import { X } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import type { NewProject } from './use-new-post-project.ts'

interface Props {
  project: NewProject
  onRemove: () => void
}

/** State and topics that a new post gets; nothing if none were imported. */
export function NewPostProject({ project: { state, topics }, onRemove }: Props) {
  if (state === null && topics.length === 0) return null
  const facts = [
    ...(state ? [PROJECT_STATE_LABELS[state]] : []),
    ...topics.map((topic) => TOPIC_LABELS[topic]),
  ]
  return (
    <div className="flex items-center gap-2 rounded-card border border-line px-4 py-3 text-sm">
      <p className="min-w-0 flex-1">
        <span className="font-medium">State and topics: </span>
        <span className="text-muted">{facts.join(' · ')}</span>
      </p>
      <IconButton label="Remove state and topics" icon={X} size="sm" onClick={onRemove} />
    </div>
  )
}

import { PROJECT_TOPICS_MAX, Topic, TOPIC_LABELS } from '@dolph/contract/projects/projects'
import { ChevronRight } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { ToggleList } from '../../../ui/forms/toggle-list.tsx'
import { PROJECT_STATE_OPTIONS } from '../project-state.ts'
import type { NewProject } from './use-new-post-project.ts'

interface Props {
  project: NewProject
  onChange: (fields: Partial<NewProject>) => void
  onClear: () => void
}

const TOPIC_OPTIONS = Topic.options.map((value) => ({ value, label: TOPIC_LABELS[value] }))

/** How far a new project is and what it is about, below the form of its post. */
export function NewPostProject({ project: { state, topics }, onChange, onClear }: Props) {
  const hasAny = state !== null || topics.length > 0
  return (
    <section
      aria-label="State and topics"
      className="grid grid-cols-1 gap-3 rounded-card border border-line p-4"
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label="State"
          options={PROJECT_STATE_OPTIONS}
          value={state}
          placeholder="Optional"
          onChange={(next) => onChange({ state: next })}
          className="w-full sm:w-60"
        />
        {hasAny && (
          <Button variant="ghost" onClick={onClear}>
            Clear
          </Button>
        )}
      </div>
      <details className="group">
        <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 rounded-sm text-sm [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="size-4 shrink-0 transition-transform group-open:rotate-90"
            aria-hidden="true"
          />
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">Topics</span>
            <span className="text-muted">
              {topics.length > 0
                ? `: ${topics.map((topic) => TOPIC_LABELS[topic]).join(', ')}`
                : ' help people find it'}
            </span>
          </span>
        </summary>
        <div className="pt-2">
          <ToggleList
            label="Topics"
            hint={`Up to ${PROJECT_TOPICS_MAX}.`}
            options={TOPIC_OPTIONS}
            max={PROJECT_TOPICS_MAX}
            value={topics}
            onChange={(next) => onChange({ topics: next })}
          />
        </div>
      </details>
    </section>
  )
}

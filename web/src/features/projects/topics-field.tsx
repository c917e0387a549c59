import { Toggle } from '@base-ui/react/toggle'
import { PROJECT_TOPICS_MAX, Topic, TOPIC_LABELS } from '@dolph/contract/projects'
import { useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { useIsReadOnly } from '../../ui/forms/read-only-fields.ts'

interface Props {
  value: readonly Topic[]
  onChange: (topics: Topic[]) => void
}

/** The topics of a project, of which some can be chosen. */
export function TopicsField({ value, onChange }: Props) {
  const id = useId()
  const isReadOnly = useIsReadOnly()
  const isFull = value.length >= PROJECT_TOPICS_MAX
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`} className="grid gap-1.5">
      <p id={id} className="text-sm font-medium">
        Topics
      </p>
      <div className="flex flex-wrap gap-1.5">
        {Topic.options.map((topic) => {
          const isChosen = value.includes(topic)
          return (
            <Toggle
              key={topic}
              pressed={isChosen}
              disabled={isReadOnly || (isFull && !isChosen)}
              onPressedChange={(next) =>
                onChange(next ? [...value, topic] : value.filter((each) => each !== topic))
              }
              className={TOGGLE_CLASS}
            >
              {TOPIC_LABELS[topic]}
            </Toggle>
          )
        })}
      </div>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {`Choose up to ${PROJECT_TOPICS_MAX} topics`}
      </p>
    </div>
  )
}

const TOGGLE_CLASS = cx(
  'inline-flex h-8 items-center rounded-full border border-edge bg-surface px-3 text-sm transition-colors',
  'hover:not-data-disabled:bg-hover data-disabled:opacity-50 pointer-coarse:h-10',
  'data-pressed:border-primary data-pressed:bg-primary-soft data-pressed:text-link',
)

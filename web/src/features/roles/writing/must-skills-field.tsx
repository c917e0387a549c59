import { ROLE_MUST_SKILLS_MAX } from '@dolph/contract/roles/roles'
import { Toggle } from '@base-ui/react/toggle'
import { useId } from 'react'
import { cx } from '../../../ui/cx.ts'
import { useIsReadOnly } from '../../../ui/forms/read-only-fields.ts'

interface Props {
  skills: readonly string[]
  value: readonly string[]
  onChange: (skills: string[]) => void
  error?: string | undefined
}

/** Which of the skills of a role are required. */
export function MustSkillsField({ skills, value, onChange, error }: Props) {
  const id = useId()
  const isReadOnly = useIsReadOnly()
  if (skills.length === 0)
    return <p className="text-sm text-muted">Mark up to three as required.</p>
  const isFull = value.length >= ROLE_MUST_SKILLS_MAX
  return (
    <div
      role="group"
      aria-labelledby={id}
      data-has-error={error && true}
      className="grid grid-cols-1 gap-1.5"
    >
      <p id={id} className={cx('text-sm', error ? 'text-danger' : 'text-muted')}>
        Mark up to three as required.
      </p>
      <div className="flex flex-wrap gap-1.5">
        {skills.map((skill) => {
          const isMust = value.includes(skill)
          return (
            <Toggle
              key={skill}
              pressed={isMust}
              disabled={isReadOnly || (isFull && !isMust)}
              onPressedChange={(next) =>
                onChange(next ? [...value, skill] : value.filter((each) => each !== skill))
              }
              className={TOGGLE_CLASS}
            >
              <span dir="auto" className="min-w-0 truncate">
                {skill}
              </span>
              {isMust && <span aria-hidden="true">· required</span>}
            </Toggle>
          )
        })}
      </div>
    </div>
  )
}

const TOGGLE_CLASS = cx(
  'inline-flex h-8 max-w-full items-center gap-1 rounded-full border border-edge bg-surface px-3 text-sm',
  'transition-colors hover:not-data-disabled:bg-hover data-disabled:opacity-50 pointer-coarse:h-10',
  'data-pressed:border-primary data-pressed:bg-primary-soft data-pressed:text-link',
)

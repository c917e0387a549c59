import { PEOPLE_SKILLS_MAX } from '@dolph/contract/people/browse-people'
import { SKILL_MAX } from '@dolph/contract/skills/skills'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { CONTROL_CLASS } from '../../../ui/forms/form-field.tsx'
import { addSkill } from '../skills/skill-list.ts'
import { useSkillSuggestions } from '../skills/skill-suggestions.ts'

interface Props {
  skills: string[]
  onChange: (skills: string[]) => void
}

/** The field that adds a skill to the filter: on Enter, and when a suggestion is chosen. */
export function SkillsFilter({ skills, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const suggestions = useSkillSuggestions(typed, skills)
  const isFull = skills.length >= PEOPLE_SKILLS_MAX

  const add = (text: string) => {
    const { skills: next, problem } = addSkill(skills, text.replaceAll(',', ' '), PEOPLE_SKILLS_MAX)
    if (problem === null && next !== skills) onChange(next)
    setTyped('')
  }
  return (
    <form
      className="min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        add(typed)
      }}
    >
      <input
        type="text"
        aria-label="Skill"
        placeholder={isFull ? `Up to ${PEOPLE_SKILLS_MAX} skills` : 'Add a skill...'}
        disabled={isFull}
        list={listId}
        maxLength={SKILL_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={typed}
        onChange={({ target: { value } }) =>
          suggestions.includes(value) ? add(value) : setTyped(value)
        }
        className={cx(CONTROL_CLASS, 'h-10')}
      />
      <datalist id={listId}>
        {suggestions.map((skill) => (
          <option key={skill}>{skill}</option>
        ))}
      </datalist>
    </form>
  )
}

/** The skills of the filter, each with a way to remove it. */
export function ChosenSkills({ skills, onChange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  if (skills.length === 0) return null
  return (
    <ul ref={list} aria-label="Chosen skills" className="flex flex-wrap gap-1.5">
      {skills.map((skill) => (
        <li key={skill} className="max-w-full">
          <button
            type="button"
            aria-label={`Remove ${skill}`}
            onClick={() => {
              onChange(skills.filter((each) => each !== skill))
              // The button goes, so another one gets the focus.
              const buttons = list.current?.querySelectorAll('button') ?? []
              const other = [...buttons].find(({ ariaLabel }) => ariaLabel !== `Remove ${skill}`)
              other?.focus()
            }}
            className={CHIP_CLASS}
          >
            <span dir="auto" className="min-w-0 truncate">
              {skill}
            </span>
            <X className="size-3.5 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const CHIP_CLASS = cx(
  'inline-flex h-8 max-w-full items-center gap-1.5 rounded-full border border-primary bg-primary-soft pr-2 pl-3',
  'text-sm text-link transition-colors hover:border-link',
)

import { SKILL_MAX } from '@dolph/contract/skills'
import { useId, useRef, useState } from 'react'
import { SearchInput } from '../../../ui/forms/search-input.tsx'

interface Props {
  /** The skill of the URL. */
  skill: string
  isSearching: boolean
  /** Skills that the field offers while one types. */
  suggestions: readonly string[]
  onType: (text: string) => void
  onChoose: (skill: string) => void
  className?: string
}

/** Finds roles for one skill. It filters on Enter, on leaving the field, and when a suggestion is chosen. */
export function SkillFilter(props: Props) {
  const { skill, isSearching, suggestions, onType, onChoose, className } = props
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [text, setText] = useState(skill)
  const [previousSkill, setPreviousSkill] = useState(skill)
  if (skill !== previousSkill) {
    // Back, a chip or a button changed the filter, so the field follows.
    setPreviousSkill(skill)
    setText(skill)
  }

  const choose = (typed: string) => {
    const next = typed.trim()
    if (next !== skill) onChoose(next)
  }
  const type = (next: string) => {
    setText(next)
    onType(next)
    if (suggestions.includes(next)) choose(next)
  }

  return (
    <>
      <SearchInput
        ref={input}
        placeholder="Search skills..."
        maxLength={SKILL_MAX}
        listId={listId}
        value={text}
        isSearching={isSearching}
        onType={type}
        onClear={() => {
          setText('')
          choose('')
        }}
        onSubmit={() => choose(text)}
        onBlur={() => choose(text)}
        className={className}
      />
      <datalist id={listId}>
        {suggestions.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
    </>
  )
}

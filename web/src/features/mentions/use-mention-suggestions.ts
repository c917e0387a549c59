import type { FoundPerson } from '@dolph/contract/people/people'
import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { hasNameStart, usePeopleSearch } from '../accounts/people-search/use-people-search.ts'

const SUGGESTIONS_MAX = 6

/** `@` at the start of a word, and what is typed of the name, up to the cursor. */
const TYPED_NAME = /(?<![\p{L}\p{N}_@/\\+-])@([A-Za-z0-9_-]{0,30})$/u

interface Options {
  field: RefObject<HTMLTextAreaElement | null>
  value: string
  onChange: (value: string) => void
  /** Only these can be mentioned; without it, all members. */
  among?: readonly FoundPerson[] | undefined
}

export interface MentionSuggestions {
  listId: string
  people: FoundPerson[]
  activeIndex: number
  choose: (person: FoundPerson) => void
}

/** Offers people while a member types `@` and the beginning of a name. The field keeps the focus; arrow keys move the choice. */
export function useMentionSuggestions({ field, value, onChange, among }: Options) {
  const listId = useId()
  const [typed, setTyped] = useState<{ start: number; name: string } | null>(null)
  const [activeIndex, setActiveIndex] = useState(0)
  const search = usePeopleSearch(among ? '' : (typed?.name ?? ''))
  const found = among?.filter((person) => hasNameStart(person, typed?.name ?? '')) ?? search.people
  const people = typed ? found.slice(0, SUGGESTIONS_MAX) : []
  const active = people[activeIndex]

  const close = () => setTyped(null)

  function onInput(text: string, cursor: number) {
    const name = TYPED_NAME.exec(text.slice(0, cursor))?.[1]
    setTyped(name === undefined ? null : { start: cursor - name.length, name })
    setActiveIndex(0)
  }

  function choose({ userName }: FoundPerson) {
    if (!typed) return
    const end = typed.start + typed.name.length
    const before = `${value.slice(0, typed.start)}${userName} `
    flushSync(() => {
      close()
      onChange(before + value.slice(end).replace(/^ /, ''))
    })
    field.current?.setSelectionRange(before.length, before.length)
  }

  /** True if the key was for the suggestions. */
  function handleKey(event: KeyboardEvent): boolean {
    if (!active || event.ctrlKey || event.metaKey || event.altKey) return false
    // Shift+Tab leaves the field, as everywhere.
    if (event.key === 'Tab' && event.shiftKey) return false
    if (event.key === 'Enter' || event.key === 'Tab') choose(active)
    else if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') setActiveIndex((activeIndex + 1) % people.length)
    else if (event.key === 'ArrowUp')
      setActiveIndex((activeIndex + people.length - 1) % people.length)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const suggestions: MentionSuggestions = { listId, people, activeIndex, choose }
  return {
    suggestions,
    onInput,
    close,
    handleKey,
    fieldProps: {
      'aria-autocomplete': 'list',
      'aria-controls': active ? listId : undefined,
      'aria-activedescendant': active ? `${listId}-${activeIndex}` : undefined,
    } as const,
  }
}

import { Autocomplete } from '@base-ui/react/autocomplete'
import { PEOPLE_QUERY_MAX, PEOPLE_QUERY_MIN, type FoundPerson } from '@dolph/contract/people/people'
import { foldCase } from '@dolph/contract/fold-case'
import { Search } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { CONTROL_CLASS, FormField } from '../../../ui/forms/form-field.tsx'
import { POPUP_ITEM_CLASS, SUGGESTIONS_CLASS } from '../../../ui/overlays/popup-classes.ts'
import { formatFullName, usePeopleSearch } from './use-people-search.ts'

interface Props {
  label: string
  placeholder?: string
  onChoose: (person: FoundPerson) => void
  className?: string
}

/** Combobox that finds members by the beginning of their username or name. */
export function PeopleSearch(props: Props) {
  const { label, placeholder = 'Username or name', onChoose, className } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { people, state } = usePeopleSearch(typed)
  const isShown = isOpen && typed.trim() !== ''

  const choose = (person: FoundPerson) => {
    setTyped('')
    setOpen(false)
    onChoose(person)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setOpen(true)
    if (event.key !== 'Escape' || !isShown) return
    event.stopPropagation()
    // Escape would also clear a search input.
    event.preventDefault()
    setOpen(false)
  }

  return (
    <FormField id={id} label={label} className={className}>
      <Autocomplete.Root
        items={people}
        mode="none"
        autoHighlight
        // The popup of the library would hide the rest of the page from screen readers.
        inline
        open={isShown}
        onOpenChange={(next) => setOpen(next)}
        value={typed}
        onValueChange={(next, { reason }) => reason !== 'item-press' && setTyped(next)}
        itemToStringValue={({ userName }) => userName}
      >
        <div className="relative">
          <Search
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
            aria-hidden="true"
          />
          <Autocomplete.Input
            id={id}
            type="search"
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            aria-expanded={isShown}
            onKeyDown={onKeyDown}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            className={cx(CONTROL_CLASS, 'h-10 pl-9! [&::-webkit-search-cancel-button]:hidden')}
          />
          {isShown && (
            <div className={SUGGESTIONS_CLASS}>
              <Autocomplete.Status className={cx(people.length > 0 ? 'sr-only' : 'p-3 text-muted')}>
                {STATUS_TEXTS[state](people.length)}
              </Autocomplete.Status>
              <Autocomplete.List
                aria-label="People"
                className="max-h-80 overflow-y-auto p-1 data-empty:hidden"
                // Keeps the focus in the field when the scroll bar is dragged.
                onMouseDown={(event) => event.preventDefault()}
              >
                {(person: FoundPerson) => (
                  <Autocomplete.Item
                    key={person._id}
                    value={person}
                    onClick={() => choose(person)}
                    className={POPUP_ITEM_CLASS}
                  >
                    <Avatar
                      name={person.userName}
                      fullName={formatFullName(person)}
                      picture={person.profilePicture}
                      size="sm"
                    />
                    <span className="min-w-0 truncate">
                      <HighlightedPrefix name={person.userName} prefix={typed.trim()} />
                    </span>
                    {formatFullName(person) !== '' && (
                      <bdi className="min-w-0 flex-1 truncate text-xs text-muted">
                        {formatFullName(person)}
                      </bdi>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </div>
          )}
        </div>
      </Autocomplete.Root>
    </FormField>
  )
}

const STATUS_TEXTS: Record<ReturnType<typeof usePeopleSearch>['state'], (count: number) => string> =
  {
    'too-short': () => `Type at least ${PEOPLE_QUERY_MIN} characters`,
    'too-long': () => `Names have at most ${PEOPLE_QUERY_MAX} characters`,
    searching: () => 'Searching...',
    failed: () => 'Failed to search users',
    found: (count) => {
      if (count === 0) return 'No users found'
      return count === 1 ? '1 user found' : `${count} users found`
    },
  }

/** Highlights the typed text at the start of a username; nothing if another name was found. */
function HighlightedPrefix({ name, prefix }: { name: string; prefix: string }) {
  const length = foldCase(name).startsWith(foldCase(prefix)) ? prefix.length : 0
  return (
    <>
      <mark className="bg-transparent font-semibold text-link">{name.slice(0, length)}</mark>
      {name.slice(length)}
    </>
  )
}

import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { formatFullName } from '../accounts/people-search/use-people-search.ts'
import type { MentionSuggestions } from './use-mention-suggestions.ts'

/** The people who can be mentioned, above the field: below it, the keyboard of a phone would hide them. */
export function MentionList({ listId, people, activeIndex, choose }: MentionSuggestions) {
  return (
    <>
      <p role="status" className="sr-only">
        {people.length > 0 &&
          `${people.length === 1 ? '1 person' : `${people.length} people`} to mention`}
      </p>
      {people.length > 0 && (
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label="People to mention"
          className="absolute bottom-full left-0 z-20 mb-2 w-72 max-w-full rounded-card border border-line bg-raised p-1 shadow-soft"
        >
          {people.map((person, index) => (
            // The field has the focus and handles the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={person._id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              className={cx(
                'flex min-h-11 min-w-0 cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 text-sm hover:bg-hover',
                index === activeIndex && 'bg-hover',
              )}
            >
              <Avatar
                name={person.userName}
                fullName={formatFullName(person)}
                picture={person.profilePicture}
                size="sm"
              />
              <span className="min-w-0 flex-1 truncate">
                <span className="font-medium">@{person.userName}</span>{' '}
                <span className="text-faint">{formatFullName(person)}</span>
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

import type { ListedPerson } from '@dolph/contract/people/browse-people'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { applyParamsChange } from '../../../lib/url/filter-params.ts'
import { useUrlParams } from '../../../lib/url/use-url-params.ts'
import { cx } from '../../../ui/cx.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import { useMemberSession } from '../../accounts/session/member-session.ts'
import { FindingTabs } from '../finding-tabs.tsx'
import { PeopleFilterBar } from './people-filter-bar.tsx'
import {
  CLEARED_PEOPLE_FILTER,
  parsePeopleFilter,
  type PeopleFilterChange,
  type PeopleListFilter,
} from './people-list-filter.ts'
import { listDistinctPeople, peopleQuery } from './people-query.ts'
import { NoPeople, PeopleSkeleton } from './people-states.tsx'
import { PersonRow } from './person-row.tsx'

export interface PeoplePageProps {
  /** Invites a person who is open to join. */
  InviteAction: ComponentType<{ person: ListedPerson; size: 'sm' }>
  /** How well a person fits the viewer's own open roles. */
  PersonFit: ComponentType<{ person: ListedPerson }>
}

/** The members, those who are open to join first. The URL holds the filter. */
export function PeoplePage(parts: PeoplePageProps) {
  const me = useMemberSession()?.memberId
  const [params, changeParams] = useUrlParams()
  const changeFilter = (change: PeopleFilterChange) =>
    changeParams((current) => applyParamsChange(current, change), {
      replace: change.q !== undefined,
    })
  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 max-sm:gap-4 sm:py-10">
      <header className="grid gap-1.5">
        <h1 className="text-2xl font-semibold sm:text-3xl">People</h1>
        <p className="text-balance text-muted">Find people to build with.</p>
      </header>
      <FindingTabs />
      {me !== undefined && (
        <PeopleList me={me} filter={parsePeopleFilter(params)} onChoose={changeFilter} {...parts} />
      )}
    </div>
  )
}

interface PeopleListProps extends PeoplePageProps {
  me: string
  filter: PeopleListFilter
  onChoose: (change: PeopleFilterChange) => void
}

function PeopleList({ me, filter, onChoose, InviteAction, PersonFit }: PeopleListProps) {
  const list = useInfiniteQuery(peopleQuery(me, filter))
  const people = listDistinctPeople(list.data?.pages ?? [])
  const isChanging = list.isPlaceholderData
  // A page of the API may be empty although further ones are not.
  const isLooking = list.isPending || (people.length === 0 && list.hasNextPage)

  return (
    <>
      <PeopleFilterBar filter={filter} isSearching={isChanging} onChoose={onChoose} />
      <p role="status" className="sr-only">
        {!isLooking && !isChanging && !list.isError && summarize(people.length)}
      </p>
      {list.isError && people.length === 0 ? (
        <div role="alert">
          <LoadError
            title="Failed to load people"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : (
        <div
          aria-busy={isChanging}
          className={cx('transition-opacity', isChanging && 'opacity-55 delay-200')}
        >
          {isLooking && <PeopleSkeleton />}
          {!isLooking && people.length === 0 && (
            <NoPeople
              isFiltered={Object.keys(filter).length > 0}
              onClear={() => onChoose(CLEARED_PEOPLE_FILTER)}
            />
          )}
          {people.length > 0 && (
            <div className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
              {people.map((person) => (
                <PersonRow key={person._id} person={person} fit={<PersonFit person={person} />}>
                  {person.availability && <InviteAction person={person} size="sm" />}
                </PersonRow>
              ))}
            </div>
          )}
          {list.hasNextPage && !isChanging && <LoadMore list={list} plural="people" />}
        </div>
      )}
    </>
  )
}

function summarize(count: number): string {
  if (count === 0) return 'No people found'
  return count === 1 ? '1 person shown' : `${count} people shown`
}

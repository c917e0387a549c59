import type { ListedPerson } from '@dolph/contract/browse-people'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, type ComponentType } from 'react'
import { useSearchParams, type NavigateOptions } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { InfiniteScrollTrigger } from '../../../ui/infinite-scroll-trigger.tsx'
import { useMemberSession } from '../../accounts/session/member-session.ts'
import { PeopleFilterBar } from './people-filter-bar.tsx'
import {
  applyPeopleFilterChange,
  CLEARED_PEOPLE_FILTER,
  parsePeopleFilter,
  type PeopleFilterChange,
  type PeopleListFilter,
} from './people-list-filter.ts'
import { listDistinctPeople, peopleQuery } from './people-query.ts'
import { NoPeople, PeopleError, PeopleSkeleton } from './people-states.tsx'
import { PersonRow } from './person-row.tsx'

export interface PeoplePageProps {
  /** Invites a person who is open to join. */
  InviteAction: ComponentType<{ person: ListedPerson; size: 'sm' }>
}

/** The members, those who are open to join first. The URL holds the filter. */
export function PeoplePage({ InviteAction }: PeoplePageProps) {
  const me = useMemberSession()?.memberId
  const [params, setParams] = useSearchParams()
  // The router renders a navigation a moment after it was asked for; a second change in that moment builds on the first.
  const requestedParams = useRef(params)
  useEffect(() => {
    requestedParams.current = params
  }, [params])

  const changeFilter = (change: PeopleFilterChange) => {
    const next = applyPeopleFilterChange(requestedParams.current, change)
    requestedParams.current = next
    const options: NavigateOptions = { preventScrollReset: true, replace: change.q !== undefined }
    setParams(next, options)
  }
  return (
    <div className="page flex flex-1 flex-col gap-6 py-6 max-sm:gap-4 sm:py-10">
      <header className="grid gap-1.5">
        <h1 className="text-2xl font-semibold sm:text-3xl">People</h1>
        <p className="text-balance text-muted">Who is here, and who is open to join.</p>
      </header>
      {me !== undefined && (
        <PeopleList
          me={me}
          filter={parsePeopleFilter(params)}
          onChoose={changeFilter}
          InviteAction={InviteAction}
        />
      )}
    </div>
  )
}

interface PeopleListProps extends PeoplePageProps {
  me: string
  filter: PeopleListFilter
  onChoose: (change: PeopleFilterChange) => void
}

function PeopleList({ me, filter, onChoose, InviteAction }: PeopleListProps) {
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
        <PeopleError error={list.error} onRetry={() => void list.refetch()} />
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
                <PersonRow key={person._id} person={person}>
                  {person.availability && <InviteAction person={person} size="sm" />}
                </PersonRow>
              ))}
            </div>
          )}
          {list.hasNextPage && !isChanging && <LoadMore list={list} />}
        </div>
      )}
    </>
  )
}

interface LoadMoreProps {
  list: {
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
}

function LoadMore({ list }: LoadMoreProps) {
  const loadMore = () => void list.fetchNextPage()
  if (!list.isFetchNextPageError)
    return <InfiniteScrollTrigger onReach={loadMore} disabled={list.isFetchingNextPage} />
  return (
    <div className="grid justify-items-center gap-3 pt-10 pb-4">
      <p role="alert">The next people could not be loaded.</p>
      <Button onClick={loadMore} busy={list.isFetchingNextPage}>
        Try Again
      </Button>
    </div>
  )
}

function summarize(count: number): string {
  if (count === 0) return 'No people found'
  return count === 1 ? '1 person shown' : `${count} people shown`
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getLoadAdvice } from '../../lib/api/api-error.ts'
import { useLinkedElement } from '../../lib/url/use-linked-element.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { projectQuery } from '../projects/data.ts'
import { NewUpdate } from './new-update.tsx'
import { AUTHOR_SECTION_CLASS, SECTION_CLASS } from './section-class.ts'
import { UpdateItem } from './update-item.tsx'
import { updatesQuery } from './updates-query.ts'

/** How many updates are shown until all are asked for. */
const SHOWN_FIRST = 3

/** The updates of a project on the page of its post. Without updates it is there for owners only, who can write one. */
export function UpdatesSection({ postId, isAuthor }: { postId: string; isAuthor: boolean }) {
  const { data: project } = useQuery(projectQuery(postId))
  const list = useInfiniteQuery(updatesQuery(postId))
  useLinkedElement('updates', !list.isPending)
  const [showsAll, setShowsAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isOwner = isAuthor || project?.isOwner === true
  const updates = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (!isOwner && updates.length === 0 && !list.isError) return null

  const shown = showsAll ? updates : updates.slice(0, SHOWN_FIRST)
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  return (
    <section
      aria-labelledby="updates"
      className={cx(SECTION_CLASS, isAuthor && AUTHOR_SECTION_CLASS)}
    >
      <h2
        ref={heading}
        id="updates"
        tabIndex={-1}
        className="scroll-mt-24 text-xl font-semibold outline-none"
      >
        Updates
      </h2>
      {isOwner && <NewUpdate postId={postId} onPosted={focusHeading} />}
      {shown.length > 0 && (
        <ul className="divide-y divide-line">
          {shown.map((update) => (
            <UpdateItem
              key={update._id}
              update={update}
              isOwner={isOwner}
              onDeleted={focusHeading}
            />
          ))}
        </ul>
      )}
      {list.isError && !list.data && (
        <LoadFailure
          subject="updates"
          error={list.error}
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isFetchNextPageError && <Banner kind="error">{getLoadAdvice(list.error)}</Banner>}
      {!showsAll && updates.length > SHOWN_FIRST && (
        <Button size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          All updates
        </Button>
      )}
      {showsAll && list.hasNextPage && (
        <Button
          size="sm"
          className="justify-self-start"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </section>
  )
}

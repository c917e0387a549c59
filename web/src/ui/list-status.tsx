import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getErrorMessage } from '../lib/api/api-error.ts'
import { Banner } from './banner.tsx'
import { Button } from './buttons/button.tsx'
import { Skeleton } from './skeleton.tsx'

interface Props {
  list: UseInfiniteQueryResult
  failure: string
  skeleton?: ReactNode
}

/** The end of a list that is loaded in pages: skeleton, error, or the button for more. */
export function ListStatus({ list, failure, skeleton = <TwoCards /> }: Props) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage } = list
  return (
    <>
      {isPending && skeleton}
      {error && <Banner kind="error">{getErrorMessage(error, failure)}</Banner>}
      {error && data === undefined && (
        <Button className="justify-self-start" onClick={() => void list.refetch()}>
          Try Again
        </Button>
      )}
      {hasNextPage && (
        <Button
          className="justify-self-start"
          busy={isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}

function TwoCards() {
  return (
    <div role="status" className="grid animate-arrive-late gap-3">
      <span className="sr-only">Loading</span>
      {[1, 2].map((row) => (
        <Skeleton key={row} className="h-20 rounded-card!" />
      ))}
    </div>
  )
}

import { Button } from './buttons/button.tsx'
import { InfiniteScrollTrigger } from './infinite-scroll-trigger.tsx'

interface Props {
  list: {
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  /** What the list holds, such as 'roles'. */
  plural: string
}

/** The end of a list that has a next page: loads it when the visitor scrolls near, or by a button after a failure. */
export function LoadMore({ list, plural }: Props) {
  const loadMore = () => void list.fetchNextPage()
  if (!list.isFetchNextPageError)
    return <InfiniteScrollTrigger onReach={loadMore} disabled={list.isFetchingNextPage} />
  return (
    <div className="grid justify-items-center gap-3 pt-10 pb-4">
      <p role="alert">{`The next ${plural} could not be loaded.`}</p>
      <Button onClick={loadMore} busy={list.isFetchingNextPage}>
        Try Again
      </Button>
    </div>
  )
}

import type { Post, PostType } from '@dolph/contract/posts'
import { ArrowUp, LayoutGrid, List, SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.tsx'
import { ToggleGroup } from '../../ui/toggle-group.tsx'
import { BrowseError } from './browse-error.tsx'
import { filterFrom, withFilter } from './feed-filter.ts'
import { useListView } from './list-view.ts'
import { PostList, PostListSkeleton } from './post-list.tsx'
import { POST_TYPES } from './post-type.ts'
import { useFeed } from './use-feed.ts'

const BROWSE_REFRESH_MS = 60_000

const TYPES = [
  { value: 'all', label: 'All Projects' },
  ...(['showcase', 'seeking-contributors', 'looking-to-join'] as const).map((value) => ({
    value,
    label: POST_TYPES[value].label,
    icon: POST_TYPES[value].icon,
  })),
] satisfies { value: PostType | 'all'; label: string }[]

const VIEWS = [
  { value: 'grid', label: 'Grid', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const

/** The public project explorer. */
export function BrowsePage() {
  const [params, setParams] = useSearchParams()
  const filter = filterFrom(params)
  const [view, setView] = useListView()
  const feed = useFeed(filter, BROWSE_REFRESH_MS)

  useEffect(() => {
    if (feed.error) toast.error('Failed to load projects')
  }, [feed.error])

  return (
    <div className="page flex flex-1 flex-col gap-6 py-8 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1.5">
          <h1 className="text-3xl font-semibold">Explore Projects</h1>
          <p className="text-muted">Finished work, first ideas, and teams with a seat free.</p>
        </div>
        <ButtonLink to="/login?next=/posts/create" variant="accent">
          Sign in to Create Project
        </ButtonLink>
      </header>
      <div className="sticky top-14 z-10 -mx-4 flex items-center gap-3 border-b border-line bg-canvas px-4 py-3 sm:mx-0 sm:px-0">
        <div className="-my-1 min-w-0 flex-1 overflow-x-auto py-1 [scrollbar-width:none] max-sm:[mask-image:linear-gradient(to_right,black_85%,transparent)]">
          <ToggleGroup
            label="Type of project"
            look="chips"
            className="w-max flex-nowrap!"
            options={TYPES}
            value={filter.type ?? 'all'}
            onChange={(type) => setParams(withFilter(params, type === 'all' ? {} : { type }))}
          />
        </div>
        <ToggleGroup label="View" options={VIEWS} value={view} onChange={setView} iconOnly />
      </div>
      <Arrived {...feed.arrived} onShow={feed.showArrived} />
      <Projects feed={feed} view={view} onClear={() => setParams(withFilter(params, {}))} />
    </div>
  )
}

function Projects(props: {
  feed: ReturnType<typeof useFeed>
  view: 'grid' | 'list'
  onClear: () => void
}) {
  const { feed, view, onClear } = props
  if (feed.isLoading) return <PostListSkeleton view={view} />
  if (feed.error && feed.pages.length === 0) return <BrowseError error={feed.error} />
  if (feed.pages.every((page) => page.data.length === 0)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No projects found matching your criteria"
        action={<Button onClick={onClear}>Show All Projects</Button>}
      >
        Nobody has posted one of this kind yet.
      </EmptyState>
    )
  }
  return (
    <PostList
      view={view}
      pages={feed.pages}
      hasMore={feed.hasMore}
      isLoadingMore={feed.isLoadingMore}
      loadMoreFailed={feed.loadMoreFailed}
      onMore={feed.loadMore}
      WayIn={SignInToLearnMore}
    />
  )
}

function SignInToLearnMore({ post }: { post: Post }) {
  return (
    <Link
      to={`/login?next=/posts/${post._id}`}
      aria-describedby={`post-${post._id}`}
      className="inline-flex min-h-6 items-center font-medium text-link hover:underline"
    >
      Sign in to Learn More
    </Link>
  )
}

/** New posts wait until the reader asks for them. */
function Arrived(props: { count: number; orMore: boolean; onShow: () => void }) {
  const { count, orMore, onShow } = props
  return (
    <div role="status" className="sticky top-32 z-10 -my-3 flex justify-center">
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          icon={ArrowUp}
          onClick={onShow}
          className="rounded-full shadow-soft"
        >
          {count === 1 ? '1 new post' : `${count}${orMore ? '+' : ''} new posts`}
        </Button>
      )}
    </div>
  )
}

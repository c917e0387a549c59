import { PostType } from '@dolph/contract/posts/post-type'
import type { Post } from '@dolph/contract/posts/posts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CloudOff, RotateCw } from 'lucide-react'
import { useCachedQuery } from '../../../lib/queries/cached-query.ts'
import { parseParameter, applyParamsChange } from '../../../lib/url/filter-params.ts'
import { useUrlParams } from '../../../lib/url/use-url-params.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterSelect } from '../../../ui/forms/filter-select.tsx'
import { PostCard } from '../../posts/feed/post-card.tsx'
import { LikeButton } from '../../posts/likes/like-button.tsx'
import { PostCardSkeleton } from '../../posts/post-skeleton.tsx'
import { POST_TYPES } from '../../posts/post-type.ts'
import { getPostPath, ReadMoreLink } from '../../posts/read-more-link.tsx'
import { recentPostsQuery } from '../data.ts'
import { memberProjectsQuery } from './member-projects-query.ts'

const TYPE_OPTIONS = PostType.options.map((value) => ({ value, label: POST_TYPES[value].label }))

/** The other projects of a member, newest first, or all of one type; the URL holds the type. */
export function MemberProjects({ memberId }: { memberId: string | null }) {
  const [params, changeParams] = useUrlParams()
  const type = parseParameter(PostType, params.get('type'))
  const chooseType = (next: string) =>
    changeParams((current) => applyParamsChange(current, { type: next }), { replace: true })

  return (
    <>
      <div className="w-56 max-w-full">
        <FilterSelect
          label="Type of project"
          anyLabel="All types"
          options={TYPE_OPTIONS}
          value={type ?? ''}
          onChange={chooseType}
        />
      </div>
      <ProjectGrid memberId={memberId} type={type} onShowAll={() => chooseType('')} />
    </>
  )
}

interface PostList {
  data: readonly Post[]
}

interface GridProps {
  memberId: string | null
  type: PostType | undefined
  onShowAll: () => void
}

/** While the projects of another type load, the previous ones stay, dimmed. */
function ProjectGrid({ memberId, type, onShowAll }: GridProps) {
  const list = useInfiniteQuery(memberProjectsQuery(memberId, type))
  const recent = useCachedQuery<PostList | null>(recentPostsQuery(memberId).queryKey, null)
  if (list.isPending) return <ProjectGridSkeleton />
  if (!list.data) return <ProjectsFailed onRetry={() => void list.refetch()} />
  // Of all types, those of Recent Activity are above already.
  const projects = list.data.pages
    .flatMap(({ data }) => data)
    .filter(({ _id }) => type !== undefined || !recent?.data.some((post) => post._id === _id))
  if (projects.length === 0 && !list.hasNextPage && !list.isPlaceholderData)
    return <NoProjects type={type} onShowAll={onShowAll} />

  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={cx('transition-opacity', list.isPlaceholderData && 'opacity-55 delay-200')}
    >
      <div className={GRID_CLASS}>
        {projects.map((post) => (
          <PostCard
            key={post._id}
            post={post}
            to={getPostPath(post)}
            likes={<LikeButton post={post} />}
          >
            <ReadMoreLink post={post} />
          </PostCard>
        ))}
      </div>
      {list.hasNextPage && (
        <div className="grid justify-items-center gap-3 pt-6">
          {list.isFetchNextPageError && <p role="alert">The next projects could not be loaded.</p>}
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchNextPageError ? 'Try Again' : 'Load more projects'}
          </Button>
        </div>
      )}
    </div>
  )
}

const GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4'

function ProjectGridSkeleton() {
  return (
    <div role="group" aria-busy="true" aria-label="Loading projects" className={GRID_CLASS}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <PostCardSkeleton key={key} />
      ))}
    </div>
  )
}

function ProjectsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        tone="rose"
        title="The projects could not be loaded"
        action={
          <Button icon={RotateCw} onClick={onRetry}>
            Try Again
          </Button>
        }
      />
    </div>
  )
}

function NoProjects({ type, onShowAll }: Pick<GridProps, 'type' | 'onShowAll'>) {
  if (!type) return <p className="text-sm text-muted">No projects yet</p>
  const { label, icon, tone } = POST_TYPES[type]
  return (
    <EmptyState
      icon={icon}
      tone={tone}
      title={`No projects of type ${label}`}
      action={<Button onClick={onShowAll}>Show all types</Button>}
    />
  )
}

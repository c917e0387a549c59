import type { Post } from '@dolph/contract/posts/posts'
import { SearchX } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CLEARED_FILTER, type FilterChange, type FeedFilter } from './feed-filter.ts'
import { useListView } from './list-view.ts'
import { PostList, PostListSkeleton } from './post-list.tsx'
import { LikeCount } from '../post-parts.tsx'
import { POST_TYPES } from '../post-type.ts'
import type { Feed } from './use-feed.ts'

export interface ExplorerTexts {
  intro: string
  typeFilterLabel: string
  /** The label of the type filter's choice of all types. */
  allLabel: string
  searchPlaceholder: string
  emptyTitle: string
  singular: string
  plural: string
}

export interface PostResultsProps {
  filter: FeedFilter
  feed: Feed
  texts: ExplorerTexts
  onChoose: (change: FilterChange) => void
  /** The link to create a post, or to sign in for that. */
  createAction: ReactNode
  /** Shown when the list fails to load. */
  ErrorState: ComponentType<{ error: Error; onRetry: () => void }>
  /** The like button or like count of a card. */
  Likes: ComponentType<{ post: Post }>
  /** The action at the end of a card. */
  CardAction: ComponentType<{ post: Post }>
  /** The target of a card's title, if it is a link. */
  linkTo?: ((post: Post) => string) | undefined
}

/** The posts that match the filter; while the next results load, the previous ones stay, dimmed. */
export function PostResults(props: PostResultsProps) {
  const { feed, filter, texts, ErrorState } = props
  const [view] = useListView()
  if (feed.isLoading) return <PostListSkeleton view={view} label={`Loading ${texts.plural}`} />
  if (feed.error && feed.pages.length === 0) {
    return <ErrorState error={feed.error} onRetry={feed.retry} />
  }
  return (
    <div
      aria-busy={feed.isChanging}
      // As high as the screen, so that the footer does not shift when few posts arrive.
      className={cx(
        'flex min-h-[75dvh] flex-1 flex-col transition-opacity',
        feed.isChanging && 'opacity-55 delay-200',
      )}
    >
      {feed.pages.every((page) => page.data.length === 0) ? (
        <NoResults {...props} />
      ) : (
        <PostList
          view={view}
          feed={feed}
          texts={texts}
          search={filter}
          Likes={feed.isPersonalized ? props.Likes : LikeCount}
          CardAction={props.CardAction}
          linkTo={props.linkTo}
        />
      )}
    </div>
  )
}

function NoResults({ filter, texts, createAction, onChoose }: PostResultsProps) {
  const { icon, tone } = filter.type && !filter.q ? POST_TYPES[filter.type] : NO_RESULTS_STYLE
  const isAll = !filter.q && !filter.type && !filter.range
  return (
    <EmptyState
      icon={icon}
      tone={tone}
      title={texts.emptyTitle}
      action={
        isAll ? (
          createAction
        ) : (
          <Button onClick={() => onChoose(CLEARED_FILTER)}>{`Show ${texts.allLabel}`}</Button>
        )
      }
    >
      {getEmptyReason(filter)}
    </EmptyState>
  )
}

const NO_RESULTS_STYLE = { icon: SearchX, tone: 'slate' } as const

function getEmptyReason({ q, type, range }: FeedFilter): string {
  if (q) return 'Try fewer words, other words, or all types.'
  if (range) return 'Nothing was posted in this time. A longer range may have more.'
  if (type) return 'Nobody has posted one of these yet.'
  return 'Nobody has posted anything yet. The first one could be yours.'
}

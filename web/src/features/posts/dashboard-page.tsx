import { CreateNewPost } from './create-new-post.tsx'
import { DashboardError } from './dashboard-error.tsx'
import { Explorer, type Words } from './explorer.tsx'
import { LikeButton } from './like-button.tsx'
import { addressOf, ReadMore } from './read-more.tsx'
import { SortMenu } from './sort-menu.tsx'

const DASHBOARD_REFRESH_MS = 30_000

const WORDS: Words = {
  lead: 'What members build, propose and look for.',
  types: 'Type of post',
  all: 'All Posts',
  search: 'Search posts...',
  nothing: 'No posts found matching your criteria',
  one: 'post',
  many: 'posts',
}

/** Every post, for members: to search, to sort, to like and to read. */
export function DashboardPage() {
  return (
    <Explorer
      kind={{ scope: 'text-and-author', canSort: true }}
      refreshMs={DASHBOARD_REFRESH_MS}
      words={WORDS}
      create={<CreateNewPost />}
      SortMenu={SortMenu}
      Failure={DashboardError}
      Likes={LikeButton}
      WayIn={ReadMore}
      linkTo={addressOf}
    />
  )
}

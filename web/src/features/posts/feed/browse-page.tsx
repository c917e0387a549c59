import type { Post } from '@dolph/contract/posts/posts'
import { buildPublicPostPath } from '@dolph/contract/posts/public-posts'
import { Link } from 'react-router'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { BrowseError } from './browse-error.tsx'
import { CreatePostLink } from '../create-post-link.tsx'
import { PostExplorer } from './post-explorer.tsx'
import type { ExplorerTexts } from './post-results.tsx'
import { BROWSE_FEED } from './feed-filter.ts'
import { LikeButton } from '../likes/like-button.tsx'
import { LikeCount } from '../post-parts.tsx'
import { getPostPath, ReadMoreLink } from '../read-more-link.tsx'

const BROWSE_REFRESH_MS = 60_000

const TEXTS: ExplorerTexts = {
  intro: 'Finished work, first ideas, and teams with an open spot.',
  typeFilterLabel: 'Type of project',
  allLabel: 'All Projects',
  searchPlaceholder: 'Search projects...',
  emptyTitle: 'No projects found matching your criteria',
  singular: 'project',
  plural: 'projects',
}

/** The public project explorer. Members get their own actions instead of sign-in links. */
export function BrowsePage() {
  const isMember = useViewer() !== null
  return (
    <PostExplorer
      feedOptions={BROWSE_FEED}
      refreshMs={BROWSE_REFRESH_MS}
      texts={TEXTS}
      createAction={isMember ? <CreatePostLink /> : <SignInToCreateLink />}
      ErrorState={BrowseError}
      Likes={isMember ? LikeButton : LikeCount}
      CardAction={isMember ? ReadMoreLink : SignInToLearnMoreLink}
      linkTo={isMember ? getPostPath : buildPublicPostPath}
    />
  )
}

function SignInToCreateLink() {
  return (
    <ButtonLink to="/login?next=/posts/create" variant="accent" className={VISITORS_ONLY_CLASS}>
      Sign in to Create Project
    </ButtonLink>
  )
}

function SignInToLearnMoreLink({ post }: { post: Post }) {
  return (
    <Link
      to={`/login?next=/posts/${post._id}`}
      aria-label={`Sign in to Learn More: ${post.title}`}
      className={cx(
        'inline-flex min-h-6 items-center font-medium text-link hover:underline',
        VISITORS_ONLY_CLASS,
      )}
    >
      Sign in to Learn More
    </Link>
  )
}

/** Hidden until the session is known, because the visitor may be a member. */
const VISITORS_ONLY_CLASS = 'in-data-[session=unknown]:invisible'

import type { Post } from '@dolph/contract/posts/posts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Link, useLocation, type LinkProps } from 'react-router'

/** A link that passes on the current path, so that the next page can link back to it. */
export function LinkWithReturnPath(props: LinkProps) {
  const { pathname, search } = useLocation()
  const hasMotion = useMediaQuery('(prefers-reduced-motion: no-preference)')
  return <Link {...props} viewTransition={hasMotion} state={{ from: pathname + search }} />
}

export function ReadMoreLink({ post }: { post: Post }) {
  return (
    <LinkWithReturnPath
      to={getPostPath(post)}
      aria-label={`Read More: ${post.title}`}
      className="inline-flex min-h-6 items-center font-medium text-link hover:underline"
    >
      {/* Search engines read the text of a link and not its label. */}
      Read More<span className="sr-only">: {post.title}</span>
    </LinkWithReturnPath>
  )
}

export function getPostPath({ _id }: Pick<Post, '_id'>): string {
  return `/posts/${_id}`
}

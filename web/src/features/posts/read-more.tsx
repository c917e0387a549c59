import type { Post } from '@dolph/contract/posts'
import { Link, useLocation, type LinkProps } from 'react-router'

/** Leads to a post; the post's page then knows the way back. */
export function FromHere(props: LinkProps) {
  const { pathname, search } = useLocation()
  return <Link {...props} state={{ from: pathname + search }} />
}

export function ReadMore({ post }: { post: Post }) {
  return (
    <FromHere
      to={addressOf(post)}
      aria-describedby={`post-${post._id}`}
      className="inline-flex min-h-6 items-center font-medium text-link hover:underline"
    >
      Read More
    </FromHere>
  )
}

export function addressOf({ _id }: Post): string {
  return `/posts/${_id}`
}

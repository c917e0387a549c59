import { buildPublicPostPath } from '@dolph/contract/public-posts'
import type { PublicPost } from '@dolph/contract/read-public-post'
import { Link } from 'react-router'
import { POST_TYPES } from '../post-type.ts'
import { PublicSection } from './public-section.tsx'

/** The newest other projects of the author; nothing without one. */
export function MoreProjects({ post: { user, moreByAuthor } }: { post: PublicPost }) {
  if (!user || moreByAuthor.length === 0) return null
  return (
    <PublicSection title={`More by ${user.userName}`}>
      <ul className="grid gap-2">
        {moreByAuthor.map((post) => (
          <li key={post._id}>
            <OtherProject post={post} />
          </li>
        ))}
      </ul>
    </PublicSection>
  )
}

function OtherProject({ post }: { post: PublicPost['moreByAuthor'][number] }) {
  const { label, icon: Icon } = POST_TYPES[post.type]
  return (
    <Link
      to={buildPublicPostPath(post)}
      className="grid gap-0.5 rounded-card border border-line bg-surface px-4 py-3 text-sm transition-colors hover:border-edge"
    >
      <span dir="auto" className="line-clamp-2 font-medium text-ink wrap-anywhere">
        {post.title}
      </span>
      <span className="flex items-center gap-1.5 text-xs text-muted">
        <Icon className="size-3.5 shrink-0" aria-hidden="true" />
        {label}
      </span>
    </Link>
  )
}

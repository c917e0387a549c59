import { buildPublicPostPath } from '@dolph/contract/public-posts'
import type { PublicPost } from '@dolph/contract/read-public-post'
import { OtherPostLink } from '../other-post-link.tsx'
import { PublicSection } from './public-section.tsx'

/** The newest other projects of the author; nothing without one. */
export function MoreProjects({ post: { user, moreByAuthor } }: { post: PublicPost }) {
  if (!user || moreByAuthor.length === 0) return null
  return (
    <PublicSection title={`More by ${user.userName}`}>
      <ul className="grid gap-2">
        {moreByAuthor.map((post) => (
          <li key={post._id}>
            <OtherPostLink
              post={post}
              to={buildPublicPostPath(post)}
              className="rounded-card border border-line bg-surface px-4 py-3 hover:border-edge"
            />
          </li>
        ))}
      </ul>
    </PublicSection>
  )
}

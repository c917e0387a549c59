import type { Person } from '@dolph/contract/people'
import { listMemberPosts } from '@dolph/contract/posts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useRelation } from '../../safety/relation-query.ts'
import { applyConfirmedChanges } from '../confirmed-changes.ts'
import { OtherPostLink } from '../other-post-link.tsx'
import { getPostPath } from '../read-more-link.tsx'

const SHOWN_COUNT = 3
const MORE_STALE_MS = 60_000

interface Props {
  /** The post that is being read, which is not listed. */
  postId: string
  author: Person
  className?: string
}

/** Three other posts of an author, the newest; nothing of someone whom the viewer hides. */
export function MoreByAuthor({ postId, author, className }: Props) {
  const id = useId()
  const { relation } = useRelation(author._id)
  const isShown = relation !== undefined && !relation.isBlocked && !relation.isMuted
  const { data } = useQuery({ ...newestPostsQuery(author._id), enabled: isShown })
  const posts = data?.data.filter(({ _id }) => _id !== postId).slice(0, SHOWN_COUNT) ?? []
  if (!isShown || posts.length === 0) return null
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="text-sm font-semibold text-ink">
        More by {author.userName}
      </h2>
      <ul className="mt-2 grid gap-1">
        {posts.map((post) => (
          <li key={post._id}>
            <OtherPostLink
              post={post}
              to={getPostPath(post)}
              className="-mx-2 rounded-control px-2 py-1.5 hover:bg-hover"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One more than is shown, because the post that is being read may be among them. */
const newestPostsQuery = (authorId: string) =>
  queryOptions({
    queryKey: ['posts', 'newest-of', authorId],
    queryFn: async ({ client, signal }) => {
      const requestedAt = performance.now()
      const input = { params: { userId: authorId }, querystring: { limit: SHOWN_COUNT + 1 } }
      const page = await callEndpoint(listMemberPosts, input, signal)
      return { ...page, data: applyConfirmedChanges(client, page.data, requestedAt) }
    },
    staleTime: MORE_STALE_MS,
  })

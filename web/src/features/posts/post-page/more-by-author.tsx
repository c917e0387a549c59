import { listMemberPosts, type Post } from '@dolph/contract/posts/posts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { useRelation } from '../../safety/relation-query.ts'
import { applyConfirmedChanges } from '../confirmed-changes.ts'
import { getPostPath } from '../read-more-link.tsx'
import { MoreProjects } from './more-projects.tsx'

const SHOWN_COUNT = 3
const MORE_STALE_MS = 60_000

interface Props {
  /** The post that is being read, which is not listed. */
  post: Pick<Post, '_id' | 'user'>
  className?: string | undefined
}

/** Three other posts of an author, the newest, for other members; nothing of someone whom the viewer hides. */
export function MoreByAuthor({ post: { _id: postId, user: author }, className }: Props) {
  const isOwn = useViewer()?._id === author?._id
  const { relation } = useRelation(author?._id)
  const isShown = !isOwn && relation !== undefined && !relation.isBlocked && !relation.isMuted
  const { data } = useQuery({ ...newestPostsQuery(author?._id ?? ''), enabled: isShown })
  const posts = data?.data.filter(({ _id }) => _id !== postId).slice(0, SHOWN_COUNT) ?? []
  if (!author || !isShown) return null
  return (
    <MoreProjects
      authorName={author.userName}
      projects={posts}
      buildPath={getPostPath}
      className={className}
    />
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

import type { Post } from '@dolph/contract/posts/posts'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { createLazyModule, useLazy } from '../../../lib/lazy-module.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { postQuery } from '../data.ts'
import type { PostParts } from '../post-page/post-article.tsx'

interface MemberPost {
  post: Post
  parts: PostParts<Post>
}

const lazyMemberPost = createLazyModule(async () => {
  const [{ MEMBER_PARTS }, { loadMemberPost }] = await Promise.all([
    import('../post-page/member-parts.tsx'),
    import('../post-page/load-member-post.ts'),
  ])
  return { parts: MEMBER_PARTS, loadMemberPost }
})

/** A post with what members see and do; undefined for visitors, and until all of it can be shown at once. */
export function useMemberPost(id: string): MemberPost | undefined {
  const me = useViewer()?._id
  const client = useQueryClient()
  const code = useLazy(lazyMemberPost, me !== undefined)
  const { isSuccess } = useQuery({
    queryKey: ['member-post', me, id],
    queryFn: code && me !== undefined ? () => code.loadMemberPost(client, me, id) : skipToken,
    staleTime: Infinity,
    gcTime: 0,
  })
  const { data: post } = useQuery({ ...postQuery(client, id), enabled: isSuccess })
  return code && isSuccess && post ? { post, parts: code.parts } : undefined
}

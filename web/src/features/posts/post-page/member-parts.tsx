import type { Post } from '@dolph/contract/posts/posts'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { discussionQuery } from '../../comments/data.ts'
import { LazyHiddenNotice } from '../../moderation/lazy-hidden-notice.tsx'
import { ProjectFacts } from '../../roles/project-facts.tsx'
import { AuthorLink } from '../post-parts.tsx'
import { BackToPostsLink } from './back-to-posts-link.tsx'
import { MemberAuthorCard } from './member-author-card.tsx'
import { MemberJoinBar, MemberJoinCard } from './member-join.tsx'
import { MemberReactions } from './member-reactions.tsx'
import { MemberSections } from './member-sections.tsx'
import { MoreByAuthor } from './more-by-author.tsx'
import { OwnPostActions } from './own-post-actions.tsx'
import type { PostParts } from './post-article.tsx'
import { PostMenu } from './post-menu.tsx'
import { PostText } from './post-text.tsx'
import { useHasProject } from './use-has-project.ts'
import { useLivePost } from './use-live-post.ts'

/** What members see and do on the page of a project, at either of its addresses. */
export const MEMBER_PARTS: PostParts<Post> = {
  BackLink: BackToPostsLink,
  Actions: MemberActions,
  Notice: MemberNotice,
  AuthorName: AuthorLink,
  JoinCard: MemberJoinCard,
  JoinBar: MemberJoinBar,
  Reactions: MemberReactions,
  Facts: MemberFacts,
  Text: PostText,
  AuthorCard: MemberAuthorCard,
  MoreByAuthor,
  Sections: MemberSections,
}

function MemberActions({ post }: { post: Post }) {
  const isOwn = useViewer()?._id === post.user?._id
  return (
    <div className="flex items-center gap-2">
      {isOwn && <OwnPostActions post={post} />}
      <PostMenu post={post} />
    </div>
  )
}

/** Also keeps the post up to date. */
function MemberNotice({ post }: { post: Post }) {
  const isOwn = useViewer()?._id === post.user?._id
  usePrefetchQuery(discussionQuery(post._id))
  useLivePost(post._id)
  if (!isOwn || !post.hiddenAt) return null
  return (
    <div className="mb-6">
      <LazyHiddenNotice subject={post._id} />
    </div>
  )
}

function MemberFacts({ post }: { post: Post }) {
  return useHasProject(post) && <ProjectFacts postId={post._id} />
}

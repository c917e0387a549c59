import type { Post } from '@dolph/contract/posts'
import { usePrefetchQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { Comments } from '../../comments/comments.tsx'
import { discussionQuery } from '../../comments/data.ts'
import { InviteButton } from '../../join-requests/asking/invite-button.tsx'
import { JoinRequestAction } from '../../join-requests/asking/join-request-action.tsx'
import { LazyHiddenNotice } from '../../moderation/lazy-hidden-notice.tsx'
import { LazyAuthorAvailability } from '../../people/availability/lazy-author-availability.tsx'
import { ProjectStateBadge } from '../../projects/project-state-badge.tsx'
import { LazyTeamSection } from '../../projects/team/lazy-team-section.tsx'
import { ProjectFacts } from '../../roles/project-facts.tsx'
import { ProjectRepository } from '../../roles/project-repository.tsx'
import { RolesSection } from '../../roles/roles-section.tsx'
import { TopicLinks } from '../../roles/topic-links.tsx'
import { LazyUpdatesSection } from '../../updates/lazy-updates-section.tsx'
import { useUpdatesReady } from '../../updates/use-updates-ready.ts'
import { postQuery, useSetCommentCount } from '../data.ts'
import { PostCover } from '../cover/post-cover.tsx'
import { AuthorCard } from './author-card.tsx'
import { LeadQuestion } from './lead-question.tsx'
import { MoreByAuthor } from './more-by-author.tsx'
import { OwnPostActions } from './own-post-actions.tsx'
import { PostAside } from './post-aside.tsx'
import { PostMenu } from './post-menu.tsx'
import { RoleMessageLink } from './role-message-link.tsx'
import { ShareButton } from '../sharing/share-button.tsx'
import { useLivePost } from './use-live-post.ts'
import { PostLayout } from '../post-layout.tsx'
import { AuthorLink, TypeBadge } from '../post-parts.tsx'

export function PostArticle({ post }: { post: Post }) {
  const viewer = useViewer()
  const isOwn = viewer !== null && viewer._id === post.user?._id
  const author = viewer && !isOwn ? post.user : null
  const isWide = useMediaQuery('(min-width: 64rem)')

  const client = useQueryClient()
  // Nothing was ever said about a project that is null, so that only its author can begin.
  const hasProject = post.type !== 'looking-to-join' && (isOwn || post.project !== null)
  const canShowComments = useUpdatesReady(post._id, hasProject && post.project !== null)
  usePrefetchQuery(discussionQuery(post._id))
  const setCommentCount = useSetCommentCount(post._id)
  useLivePost(post._id)

  useEffect(() => {
    document.title = `${post.title} · Dolph`
  }, [post.title])

  return (
    <PostLayout
      actions={
        <div className="flex items-center gap-2">
          {isOwn && <OwnPostActions post={post} />}
          <PostMenu post={post} />
        </div>
      }
    >
      {isOwn && post.hiddenAt && (
        <div className="mb-6 min-w-0 lg:col-span-2">
          <LazyHiddenNotice subject={post._id} />
        </div>
      )}
      <header className="grid content-start justify-items-start gap-3">
        <div className="flex flex-wrap gap-1.5">
          <TypeBadge post={post} />
          <ProjectStateBadge state={post.project?.state} />
        </div>
        <h1 dir="auto" className="as-typed w-full text-2xl font-semibold wrap-anywhere sm:text-3xl">
          {post.title}
        </h1>
        <div className="mt-1 flex w-full min-w-0 items-center gap-3">
          <Avatar name={post.user?.userName ?? '?'} picture={post.user?.profilePicture} />
          <div className="grid min-w-0 text-sm">
            <AuthorLink post={post} />
            <span className="text-faint">
              <RelativeTime at={post.createdAt} />
            </span>
          </div>
          {!post.hiddenAt && (
            <div className="ml-auto">
              <ShareButton post={post} />
            </div>
          )}
        </div>
        {/* A drawing would only push the text down. */}
        {post.cover && <PostCover post={post} size="page" isEager className="mt-3" />}
      </header>
      <PostAside post={post}>
        {hasProject && <ProjectFacts postId={post._id} />}
        {isWide && author && (
          <>
            <AuthorCard post={post} author={author} className="mt-6" />
            <MoreByAuthor postId={post._id} author={author} className="mt-6" />
          </>
        )}
      </PostAside>
      <Markdown
        text={post.body}
        headingLevel={2}
        hasPictures
        className="mt-6 min-w-0 leading-7 sm:mt-8"
      />
      {/* Below the text on phones, where topics that load later move nothing that is read. */}
      {hasProject && <TopicLinks postId={post._id} className="mt-6 text-sm text-muted lg:hidden" />}
      {hasProject && <ProjectRepository post={post} />}
      {!isWide && author && <AuthorCard post={post} author={author} className="mt-8" />}
      {post.type === 'looking-to-join' && viewer && post.user && (
        <LazyAuthorAvailability
          author={post.user}
          isOwn={isOwn}
          action={<InviteButton person={post.user} size="sm" />}
        />
      )}
      {viewer && !isOwn && post.project?.state === 'needs-owner' && <LeadQuestion post={post} />}
      {hasProject && (
        <RolesSection
          postId={post._id}
          isAuthor={isOwn}
          openRoles={post.project?.openRoles ?? 0}
          renderAction={(role) => (
            <div className="flex flex-wrap items-center gap-2">
              <RoleMessageLink post={post} role={role} />
              <JoinRequestAction role={role} owner={post.user} />
            </div>
          )}
          onChanged={() =>
            void client.invalidateQueries({ queryKey: postQuery(client, post._id).queryKey })
          }
        />
      )}
      {post.project && <LazyTeamSection postId={post._id} />}
      {hasProject && <LazyUpdatesSection postId={post._id} isAuthor={isOwn} />}
      {canShowComments ? (
        <div className="mt-10 min-w-0 border-t border-line pt-8 sm:mt-14 sm:pt-10">
          <Comments
            postId={post._id}
            postAuthorId={post.user?._id}
            count={post.commentCount}
            onCountChange={(count) => void setCommentCount(count)}
          />
          {/* At the end on phones, where it moves nothing when it arrives. */}
          {!isWide && author && (
            <MoreByAuthor
              postId={post._id}
              author={author}
              className="mt-10 border-t border-line pt-6"
            />
          )}
        </div>
      ) : (
        // Keeps the footer below the screen.
        <div className="min-h-svh" />
      )}
    </PostLayout>
  )
}

import type { Post } from '@dolph/contract/posts/posts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { Comments } from '../../comments/comments.tsx'
import { InviteButton } from '../../join-requests/asking/invite-button.tsx'
import { JoinRequestAction } from '../../join-requests/asking/join-request-action.tsx'
import { LinkedAskDialog } from '../../join-requests/asking/linked-ask-dialog.tsx'
import { LazyAuthorAvailability } from '../../people/availability/lazy-author-availability.tsx'
import { LazyTeamSection } from '../../projects/team/lazy-team-section.tsx'
import { rolesQuery } from '../../roles/data.ts'
import { ProjectRepository } from '../../roles/project-repository.tsx'
import { RolesSection } from '../../roles/roles-section.tsx'
import { TopicLinks } from '../../roles/topic-links.tsx'
import { LazyUpdatesSection } from '../../updates/lazy-updates-section.tsx'
import { useUpdatesReady } from '../../updates/use-updates-ready.ts'
import { postQuery, useSetCommentCount } from '../data.ts'
import { LeadQuestion } from './lead-question.tsx'
import { RoleMessageLink } from './role-message-link.tsx'
import { useHasProject } from './use-has-project.ts'

/** Roles, team, updates and comments of a post, with all that a member can do about them. */
export function MemberSections({ post }: { post: Post }) {
  const viewer = useViewer()
  const isOwn = viewer !== null && viewer._id === post.user?._id
  const client = useQueryClient()
  const hasProject = useHasProject(post)
  const canShowComments = useUpdatesReady(post._id, hasProject && post.project !== null)
  const setCommentCount = useSetCommentCount(post._id)

  return (
    <>
      {/* Below the text on phones, where topics that load later move nothing that is read. */}
      {hasProject && <TopicLinks postId={post._id} className="mt-6 text-sm text-muted lg:hidden" />}
      {hasProject && <ProjectRepository post={post} />}
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
              <JoinRequestAction role={role} owner={post.user} variant="secondary" />
            </div>
          )}
          onChanged={() =>
            void client.invalidateQueries({ queryKey: postQuery(client, post._id).queryKey })
          }
        />
      )}
      {hasProject && !isOwn && <AskDialog postId={post._id} />}
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
        </div>
      ) : (
        // Keeps the footer below the screen.
        <div className="min-h-svh" />
      )}
    </>
  )
}

function AskDialog({ postId }: { postId: string }) {
  const { data: roles } = useQuery(rolesQuery(postId))
  return roles && <LinkedAskDialog roles={roles.data} />
}

import type { Post } from '@dolph/contract/posts/posts'
import type { Role } from '@dolph/contract/roles/roles'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { findJoinOption, type JoinOption } from '../../join-requests/asking/find-join-option.ts'
import { JoinRequestAction } from '../../join-requests/asking/join-request-action.tsx'
import { projectQuery } from '../../projects/data.ts'
import { rolesQuery } from '../../roles/data.ts'
import { getRoleElementId, useRoleParam } from '../../roles/linked-role.ts'
import { countOpenRoles, JoinBar } from './join-bar.tsx'
import { JoinCard, JoinCardSkeleton } from './join-card.tsx'
import { findProjectLink, ProjectLinkBar, ProjectLinkCard } from './project-link.tsx'

/** How a member joins the project, or how their request stands, beside its text. */
export function MemberJoinCard({ post }: { post: Post }) {
  const { option, openRoles, isLoading } = useJoinOption(post)
  if (isLoading) return <JoinCardSkeleton count={post.project?.openRoles ?? 0} />
  if (!option) return <MemberProjectLink post={post} Part={ProjectLinkCard} />
  return (
    <JoinCard action={<JoinAction post={post} option={option} isWide />} openRoles={openRoles} />
  )
}

/** The same at the bottom of a phone. */
export function MemberJoinBar({ post }: { post: Post }) {
  const { option, openRoles, isLoading } = useJoinOption(post)
  if (!option) return isLoading ? null : <MemberProjectLink post={post} Part={ProjectLinkBar} />
  return (
    <JoinBar
      label={countOpenRoles(openRoles.length)}
      action={<JoinAction post={post} option={option} />}
    />
  )
}

/** For its owners too: they see what others see first. */
function MemberProjectLink({ post, Part }: { post: Post; Part: typeof ProjectLinkCard }) {
  const link = findProjectLink(post)
  return link && <Part link={link} title={post.title} />
}

/** Nothing for the owners of the project. */
function useJoinOption(post: Post): {
  option?: JoinOption | undefined
  openRoles: Role[]
  isLoading: boolean
} {
  const viewer = useViewer()
  const chosenId = useRoleParam('role')
  const isOwn = viewer !== null && viewer._id === post.user?._id
  const isJoinable = !isOwn && post.project !== null && post.type !== 'looking-to-join'
  const { data: project } = useQuery({ ...projectQuery(post._id), enabled: isJoinable })
  const roles = useQuery({ ...rolesQuery(post._id), enabled: isJoinable })
  const nothing = { openRoles: [], isLoading: false }
  if (!isJoinable || roles.isError) return nothing
  if (!project || !roles.data)
    return {
      ...nothing,
      isLoading: (post.project?.openRoles ?? 0) > 0 && project?.isOwner !== true,
    }
  if (project.isOwner) return nothing
  return {
    option: findJoinOption(roles.data.data, chosenId),
    openRoles: roles.data.data.filter(({ state }) => state === 'open'),
    isLoading: false,
  }
}

interface ActionProps {
  post: Post
  option: JoinOption
  isWide?: boolean
}

function JoinAction({ post, option: { kind, role }, isWide = false }: ActionProps) {
  const className = isWide ? 'w-full' : undefined
  if (kind === 'ask') {
    const hasAsked = role.joinRequest !== null && role.joinRequest.state !== 'withdrawn'
    return (
      <ButtonLink
        to={{ search: `?ask=${role._id}` }}
        preventScrollReset
        variant="primary"
        icon={UserPlus}
        className={className}
      >
        {hasAsked ? 'Ask again' : 'Ask to join'}
      </ButtonLink>
    )
  }
  if (role.joinRequest?.state === 'waiting' && role.joinRequest.fromOwner) {
    return (
      <ButtonLink
        to={{ search: `?role=${role._id}`, hash: `#${getRoleElementId(role._id)}` }}
        variant="primary"
        className={className}
      >
        Answer the invitation
      </ButtonLink>
    )
  }
  return <JoinRequestAction role={role} owner={post.user} />
}

import type { PublicPost } from '@dolph/contract/posts/read-public-post'
import { LogIn, UserPlus } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { buildLoginPath } from '../../accounts/sign-in/login-path.ts'
import { useRoleParam } from '../../roles/linked-role.ts'
import { buildAskPath } from '../../roles/role-paths.ts'
import { countOpenRoles, JoinBar } from '../post-page/join-bar.tsx'
import { JoinCard } from '../post-page/join-card.tsx'
import { findProjectLink, ProjectLinkBar, ProjectLinkCard } from '../post-page/project-link.tsx'

/** How a visitor joins the project, beside its text: by logging in first. A showcase without roles has its own link there. */
export function VisitorJoinCard({ post }: { post: PublicPost }) {
  const link = post.roles.length === 0 ? findProjectLink(post) : undefined
  if (link) return <ProjectLinkCard link={link} title={post.title} />
  return (
    <JoinCard action={<VisitorJoinLink post={post} className="w-full" />} openRoles={post.roles} />
  )
}

/** The same at the bottom of a phone. */
export function VisitorJoinBar({ post }: { post: PublicPost }) {
  const { roles, commentCount } = post
  const link = roles.length === 0 ? findProjectLink(post) : undefined
  if (link) return <ProjectLinkBar link={link} title={post.title} />
  const comments = commentCount === 1 ? '1 comment' : `${commentCount} comments`
  return (
    <JoinBar
      label={roles.length > 0 ? countOpenRoles(roles.length) : comments}
      action={<VisitorJoinLink post={post} />}
    />
  )
}

interface LinkProps {
  post: PublicPost
  className?: string
}

/** Asks to join through the role that the visitor chose or the first one. Where no role is open, members can comment. */
function VisitorJoinLink({ post: { _id, roles }, className }: LinkProps) {
  const chosenId = useRoleParam('role')
  const isMember = useViewer() !== null
  const role = roles.find((each) => each._id === chosenId) ?? roles[0]
  // Hidden until the session is known and the page of a member is there, because the visitor may be one.
  const hiddenClass = isMember ? 'invisible' : 'in-data-[session=unknown]:invisible'
  const look = { variant: 'primary', className: cx(className, hiddenClass) } as const
  if (!role) {
    const path = { pathname: `/posts/${_id}`, search: '', hash: '' }
    return (
      <ButtonLink to={buildLoginPath(path)} icon={LogIn} {...look}>
        Log in to comment
      </ButtonLink>
    )
  }
  return (
    <ButtonLink to={buildLoginPath(buildAskPath(_id, role._id))} icon={UserPlus} {...look}>
      Ask to join
    </ButtonLink>
  )
}

import { LogIn, SquareArrowOutUpRight } from 'lucide-react'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { cx } from '../../../ui/cx.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'

interface Props {
  postId: string
  size?: 'sm' | 'md'
  className?: string
}

/** Leads to the page of the project for members: a visitor logs in first. */
export function JoinLink({ postId, size = 'md', className }: Props) {
  const isMember = useViewer() !== null
  // The link of a visitor is hidden until the session is known, because the visitor may be a member.
  const style = { size, className: cx(className, 'in-data-[session=unknown]:invisible') }
  return isMember ? (
    <ButtonLink to={`/posts/${postId}`} variant="primary" icon={SquareArrowOutUpRight} {...style}>
      Open in Dolph
    </ButtonLink>
  ) : (
    <ButtonLink to={`/login?next=/posts/${postId}`} variant="accent" icon={LogIn} {...style}>
      Log in to join
    </ButtonLink>
  )
}

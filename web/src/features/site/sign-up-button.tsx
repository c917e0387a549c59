import { useViewer } from '../accounts/session/use-viewer.ts'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'

/** Links to the sign-up page, and for a member to the dashboard. */
export function SignUpButton() {
  if (useViewer()) {
    return (
      <ButtonLink to="/posts" variant="accent" size="lg">
        Open dashboard
      </ButtonLink>
    )
  }
  return (
    <ButtonLink
      to="/signup"
      variant="accent"
      size="lg"
      className="in-data-[session=unknown]:invisible"
    >
      Sign up
    </ButtonLink>
  )
}

import { useViewer } from '../accounts/use-viewer.ts'
import { ButtonLink } from '../../ui/button-link.tsx'

/** The way in. A member is in already, and gets the way to the dashboard. */
export function SignUpButton() {
  if (useViewer()) {
    return (
      <ButtonLink to="/posts" variant="accent" size="lg">
        Open Dashboard
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

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { Banner } from '../../../ui/banner.tsx'
import { useDelayedRedirect } from '../delayed-redirect.ts'
import { useMemberSession } from '../session/member-session.ts'
import { endSession } from '../session/session.ts'

const REDIRECT_DELAY_MS = 2000

/** Shown after the deletion of the account; ends the session and opens the homepage after two seconds. */
export function AccountDeletedNotice() {
  const client = useQueryClient()
  const session = useMemberSession()
  const navigate = useNavigate()
  useDelayedRedirect(true, REDIRECT_DELAY_MS, () => endSession(client, session, '/', navigate))

  return <Banner kind="success">Account deleted successfully. Redirecting to homepage...</Banner>
}

import { LoginPage } from '../../features/accounts/sign-in/login-page.tsx'
import { useJoinLead } from './use-join-lead.tsx'

/** The login page, which says so if the visitor logs in to ask to join a project. */
export function ComposedLoginPage() {
  return <LoginPage lead={useJoinLead('Log in')} />
}

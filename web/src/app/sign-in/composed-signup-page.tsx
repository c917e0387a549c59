import { SignupPage } from '../../features/accounts/sign-up/signup-page.tsx'
import { useJoinLead } from './use-join-lead.tsx'

/** The sign-up page, which says so if the visitor signs up to ask to join a project. */
export function ComposedSignupPage() {
  return <SignupPage lead={useJoinLead('Sign up')} />
}

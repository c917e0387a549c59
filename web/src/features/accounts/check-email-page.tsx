import { Inbox } from 'lucide-react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { AccountPage } from './account-page.tsx'

export function CheckEmailPage() {
  return (
    <AccountPage
      title="Check your inbox"
      icon={Inbox}
      lead="We sent you an e-mail that says how to go on. If it does not arrive within a few minutes, look into your spam folder."
    >
      <ButtonLink to="/" className="w-full">
        Return to Homepage
      </ButtonLink>
    </AccountPage>
  )
}

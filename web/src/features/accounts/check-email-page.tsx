import { Inbox } from 'lucide-react'
import { ButtonLink } from '../../ui/button-link.tsx'
import { AccountPageLayout } from './account-page-layout.tsx'

export function CheckEmailPage() {
  return (
    <AccountPageLayout
      title="Check your inbox"
      icon={Inbox}
      lead="We sent you an email that says how to go on. If it does not arrive within a few minutes, look into your spam folder."
    >
      <ButtonLink to="/" className="w-full">
        Return to Homepage
      </ButtonLink>
    </AccountPageLayout>
  )
}

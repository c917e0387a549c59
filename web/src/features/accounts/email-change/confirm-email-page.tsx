import { useQuery } from '@tanstack/react-query'
import { MailCheck, MailSearch, MailX } from 'lucide-react'
import { useParams } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { emailConfirmationQuery } from '../data.ts'

const REFUSED = 'This link is invalid or has expired.'
const NOT_CONFIRMED = 'Your new email could not be confirmed.'

/** Target of the link in the mail that confirms a member's new email address. */
export function ConfirmEmailPage() {
  const { token = '' } = useParams()
  const { data: email, error, refetch } = useQuery(emailConfirmationQuery(token))

  if (email !== undefined) {
    return (
      <AccountPageLayout
        title="Email updated successfully"
        icon={MailCheck}
        lead={
          <p role="status">
            Your email is <strong className="font-medium wrap-anywhere text-ink">{email}</strong>.
            It’s now used for login and emails.
          </p>
        }
      >
        <ProfileButtonLink />
      </AccountPageLayout>
    )
  }
  if (!error) {
    return (
      <AccountPageLayout title="Confirming your new email..." icon={MailSearch}>
        <Spinner className="size-5 text-primary" />
      </AccountPageLayout>
    )
  }
  const isRefused = getErrorMessage(error, '') !== ''
  return (
    <AccountPageLayout
      title="Email not updated"
      icon={MailX}
      lead={<p role="alert">{isRefused ? getErrorMessage(error, REFUSED) : NOT_CONFIRMED}</p>}
    >
      <p className="text-sm text-muted">
        {isRefused
          ? 'A link works for an hour, and only for the account that asked for it. Enter the address in your profile again to get a new one.'
          : 'We could not reach the server. The link may still work. Please try again in a moment.'}
      </p>
      {!isRefused && (
        <Button variant="primary" className="w-full" onClick={() => void refetch()}>
          Try Again
        </Button>
      )}
      <ProfileButtonLink />
    </AccountPageLayout>
  )
}

function ProfileButtonLink() {
  return (
    <ButtonLink to="/profile" className="w-full">
      Go to your profile
    </ButtonLink>
  )
}

import { useQuery } from '@tanstack/react-query'
import { MailCheck, MailSearch, MailX } from 'lucide-react'
import { useParams } from 'react-router'
import { messageOf } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AccountPage } from './account-page.tsx'
import { emailConfirmation } from './data.ts'

const REFUSED = 'This link is invalid or has expired.'
const UNREACHABLE = 'Your new email could not be confirmed.'

/** Where the mail to a member's new address leads. */
export function ConfirmEmailPage() {
  const { token = '' } = useParams()
  const { data: email, error, refetch } = useQuery(emailConfirmation(token))

  if (email !== undefined) {
    return (
      <AccountPage
        title="Email updated successfully"
        icon={MailCheck}
        lead={
          <p role="status">
            From now on you log in as{' '}
            <strong className="font-medium wrap-anywhere text-ink">{email}</strong>, and we write to
            you there.
          </p>
        }
      >
        <ToProfile />
      </AccountPage>
    )
  }
  if (!error) {
    return (
      <AccountPage title="Confirming your new email..." icon={MailSearch}>
        <Spinner className="size-5 text-primary" />
      </AccountPage>
    )
  }
  const isRefused = messageOf(error, '') !== ''
  return (
    <AccountPage
      title="Email not updated"
      icon={MailX}
      lead={<p role="alert">{isRefused ? messageOf(error, REFUSED) : UNREACHABLE}</p>}
    >
      <p className="text-sm text-muted">
        {isRefused
          ? 'A link works once, for an hour, and only for the account that asked for it. Enter the address in your profile again to get a new one.'
          : 'We could not reach the server. The link may still be good: try it again in a moment.'}
      </p>
      {!isRefused && (
        <Button variant="primary" className="w-full" onClick={() => void refetch()}>
          Try Again
        </Button>
      )}
      <ToProfile />
    </AccountPage>
  )
}

function ToProfile() {
  return (
    <ButtonLink to="/profile" className="w-full">
      Go to your profile
    </ButtonLink>
  )
}

import { MailCheck, MailWarning, MailX } from 'lucide-react'
import { useParams } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { useUndoEmailChange } from '../data.ts'

/**
 * Target of the link in the mail to the old email address. The link is used up by a press of the button only: mail
 * scanners open links, but press nothing.
 */
export function UndoEmailChangePage() {
  const { token = '' } = useParams()
  const undo = useUndoEmailChange()

  if (undo.data) return <UndoneNotice email={undo.data.email} />
  const isRefused = undo.error !== null && getErrorMessage(undo.error, '') !== ''
  if (isRefused) {
    return (
      <AccountPageLayout
        title="The change was not undone"
        icon={MailX}
        lead={<p role="alert">{getErrorMessage(undo.error, '')}</p>}
      >
        <p className="text-sm text-muted">
          A link works once, for seven days after the change. If your account is not yours any more,{' '}
          <TextLink to="/contact">write to us</TextLink>.
        </p>
        <ButtonLink to="/login" className="w-full">
          Go to log in
        </ButtonLink>
      </AccountPageLayout>
    )
  }
  return (
    <AccountPageLayout
      title="Undo the change of your email?"
      icon={MailWarning}
      lead="Your account gets the address back that this link was sent to, and every device is logged out."
    >
      {undo.error && (
        <Banner kind="error">We could not reach the server. Please try again in a moment.</Banner>
      )}
      <Button
        variant="primary"
        className="w-full max-sm:h-11"
        busy={undo.isPending}
        onClick={() => undo.mutate(token)}
      >
        Undo the change
      </Button>
      <p className="text-sm text-muted">
        Did you change the address yourself? Then there is nothing to do here.
      </p>
    </AccountPageLayout>
  )
}

function UndoneNotice({ email }: { email: string }) {
  return (
    <AccountPageLayout
      title="Your email was changed back"
      icon={MailCheck}
      lead={
        <p role="status">
          Your account has <strong className="font-medium wrap-anywhere text-ink">{email}</strong>{' '}
          again, and every device was logged out.
        </p>
      }
    >
      <p className="text-sm text-muted">
        The person who changed it may know your password. Choose a new one before you log in. If you
        sign in with Google, check your Google account instead.
      </p>
      <ButtonLink to="/forgot-password" variant="primary" className="w-full max-sm:h-11">
        Choose a new password
      </ButtonLink>
    </AccountPageLayout>
  )
}

import { ShieldCheck, ShieldQuestion, ShieldX } from 'lucide-react'
import { useParams } from 'react-router'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'
import { useStopSecondFactorReset } from './second-factor-query.ts'

/**
 * Target of the link in the mails about a reset of the second factor. The link is used up by a press of the button only: mail scanners
 * open links, but press nothing.
 */
export function KeepSecondFactorPage() {
  const { token = '' } = useParams()
  const stop = useStopSecondFactorReset()
  const refusal = stop.error && getErrorMessage(stop.error, '')

  if (stop.isSuccess) {
    return (
      <AccountPageLayout
        title="Your second factor stays"
        icon={ShieldCheck}
        lead={<p role="status">Nothing was removed, and logging in still takes a code.</p>}
      >
        <p className="text-sm text-muted">
          If you did not ask for the removal, somebody may know your password. Choose a new one.
        </p>
        <ButtonLink to="/forgot-password" variant="primary" className="w-full max-sm:h-11">
          Choose a new password
        </ButtonLink>
      </AccountPageLayout>
    )
  }
  if (refusal) {
    return (
      <AccountPageLayout
        title="There is nothing to stop"
        icon={ShieldX}
        lead={<p role="alert">{refusal}</p>}
      >
        <p className="text-sm text-muted">
          The removal was stopped already, or is over. If your account is not yours any more,{' '}
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
      title="Keep your second factor?"
      icon={ShieldQuestion}
      lead="Somebody told us that your phone and your recovery codes are lost. Stop the removal if that is wrong."
    >
      {stop.error && (
        <Banner kind="error">We could not reach the server. Please try again in a moment.</Banner>
      )}
      <Button
        variant="primary"
        className="w-full max-sm:h-11"
        busy={stop.isPending}
        onClick={() => stop.mutate(token)}
      >
        Keep my second factor
      </Button>
      <p className="text-sm text-muted">
        Did you ask for it yourself? Then there is nothing to do here.
      </p>
    </AccountPageLayout>
  )
}

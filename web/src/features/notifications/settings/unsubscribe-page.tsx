import { MailCheck, MailMinus, MailX } from 'lucide-react'
import { useParams } from 'react-router'
import { isNotFound } from '../../../lib/api/api-error.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { AccountPageLayout } from '../../accounts/account-page-layout.tsx'
import { SETTING_TEXTS } from './setting-texts.ts'
import { useUnsubscribe } from './settings-data.ts'

/** Target of the link at the foot of an email. Only the button unsubscribes: mail scanners open links, but press nothing. */
export function UnsubscribePage() {
  const { token = '' } = useParams()
  const { data, error, isPending, mutate } = useUnsubscribe(token)

  if (isNotFound(error)) return <UnknownToken />
  const failure = error && (
    <Banner kind="error">We could not reach the server. Please try again in a moment.</Banner>
  )
  if (!data) {
    return (
      <AccountPageLayout
        title="Unsubscribe?"
        icon={MailMinus}
        lead="You won’t get these emails anymore. Your other emails and notifications in the app stay the same."
      >
        {failure}
        <Button
          variant="primary"
          className="w-full max-sm:h-11"
          busy={isPending}
          onClick={() => mutate('unsubscribe')}
        >
          Unsubscribe
        </Button>
        <SettingsHint />
      </AccountPageLayout>
    )
  }
  const { subject } = SETTING_TEXTS[data.kind]
  return (
    <AccountPageLayout
      title={data.isSubscribed ? 'You are subscribed again' : 'You are unsubscribed'}
      icon={data.isSubscribed ? MailCheck : MailMinus}
      lead={
        <p role="status">
          {data.isSubscribed
            ? `You get emails about ${subject} again.`
            : `You no longer get emails about ${subject}.`}
        </p>
      }
    >
      {failure}
      <Button
        className="w-full max-sm:h-11"
        busy={isPending}
        onClick={() => mutate(data.isSubscribed ? 'unsubscribe' : 'undo')}
      >
        {data.isSubscribed ? 'Unsubscribe' : 'Undo'}
      </Button>
      <SettingsHint />
    </AccountPageLayout>
  )
}

function UnknownToken() {
  return (
    <AccountPageLayout
      title="This link does not work"
      icon={MailX}
      lead={<p role="alert">The link may be incomplete, or the account may no longer exist.</p>}
    >
      <SettingsHint />
    </AccountPageLayout>
  )
}

function SettingsHint() {
  return (
    <p className="text-sm text-muted">
      Choose your emails in the{' '}
      <TextLink to="/settings/notifications">notification settings</TextLink>.
    </p>
  )
}

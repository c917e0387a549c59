import { Inbox } from 'lucide-react'
import { useLocation } from 'react-router'
import { z } from 'zod/mini'
import { ButtonLink } from '../../../ui/buttons/button-link.tsx'
import { TextLink } from '../../../ui/buttons/text-link.tsx'
import { AccountPageLayout } from '../account-page-layout.tsx'

/** What the page that leads here hands over; it survives a reload. */
const CheckEmailState = z.object({ message: z.string() })
export type CheckEmailState = z.infer<typeof CheckEmailState>

const DEFAULT_MESSAGE = 'We sent you an email with the next step.'

/** Where a request for a mail ends, such as that of a forgotten password. */
export function CheckEmailPage() {
  const state = z.safeParse(CheckEmailState, useLocation().state)
  return (
    <AccountPageLayout
      title="Check your inbox"
      icon={Inbox}
      lead={
        <>
          <span role="status">{state.success ? state.data.message : DEFAULT_MESSAGE}</span> If it
          does not arrive within a few minutes, check your spam folder.
        </>
      }
      after={
        <>
          Got it? <TextLink to="/login">Log in</TextLink>
        </>
      }
    >
      <ButtonLink to="/" className="w-full">
        Return to Homepage
      </ButtonLink>
    </AccountPageLayout>
  )
}

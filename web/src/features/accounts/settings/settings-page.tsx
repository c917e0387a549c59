import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataCopy } from '../../exports/data-copy.tsx'
import { accountEventsQuery, sessionsQuery } from '../data.ts'
import { passkeysQuery } from '../passkeys/passkey-data.ts'
import { getOtherWayIn, getProofMethod } from '../session/sign-in-methods.ts'
import { useViewer } from '../session/use-viewer.ts'
import { AccountActivity } from './account-activity.tsx'
import { ChangePassword } from './change-password.tsx'
import { COPY_ID, DeleteAccount } from './delete-account.tsx'
import { ActiveSessions } from './active-sessions.tsx'
import { EmailSection } from './email-section.tsx'
import { DATA_LINKS, NOTIFICATION_LINKS, SAFETY_LINKS, SettingsLinks } from './settings-links.tsx'
import { secondFactorQuery } from '../second-factor/second-factor-query.ts'
import { SettingsPart } from './settings-part.tsx'
import { SettingsSection } from './settings-section.tsx'
import { SignInSecurity } from './sign-in-security.tsx'
import { AccountDeletedNotice } from './account-deleted-notice.tsx'

export function SettingsPage() {
  const viewer = useViewer()
  const [isDeleted, setIsDeleted] = useState(false)
  // A list has any number of rows: what is below it appears after it, so that nothing moves.
  const isLoadingSessions = useQuery(sessionsQuery).isPending
  const isLoadingActivity = useInfiniteQuery(accountEventsQuery).isPending || isLoadingSessions
  const isLoadingPasskeys = useQuery(passkeysQuery).isPending
  const isLoadingSecondFactor = useQuery(secondFactorQuery).isPending
  const isLoadingSecurity = isLoadingPasskeys || isLoadingSecondFactor || isLoadingActivity
  if (!viewer) return null
  const proofMethod = getProofMethod(viewer)
  const otherWayIn = getOtherWayIn(viewer)

  return (
    // As high as the window from the start: the footer would move when the lists arrive.
    <div className="page flex min-h-dvh max-w-4xl! flex-1 flex-col gap-8 py-8 sm:py-10">
      <header className="grid gap-1.5">
        <h1 className="text-2xl font-semibold sm:text-3xl">Account Settings</h1>
        <p className="break-words text-muted">
          @{viewer.userName} · {viewer.email}
        </p>
      </header>
      {isDeleted ? (
        <AccountDeletedNotice />
      ) : (
        <div className="grid gap-10">
          <SettingsPart id="account" title="Account">
            <EmailSection email={viewer.email} otherWayIn={otherWayIn} />
            {proofMethod === 'password' && <ChangePassword email={viewer.email} />}
            <ActiveSessions />
            {!isLoadingSessions && <AccountActivity otherWayIn={otherWayIn} />}
          </SettingsPart>
          {!isLoadingSecurity && (
            <>
              <SignInSecurity />
              <SettingsPart id="notifications" title="Notifications">
                <SettingsLinks links={NOTIFICATION_LINKS} />
              </SettingsPart>
              <SettingsPart id="safety" title="Safety">
                <SettingsLinks links={SAFETY_LINKS} />
              </SettingsPart>
              <SettingsPart id="data" title="Your data">
                <SettingsLinks links={DATA_LINKS} />
                <SettingsSection
                  id={COPY_ID}
                  heading="h3"
                  title="Copy of your data"
                  lead="What you wrote and received, with your settings: pages to read, and files for programs. You can download a copy for seven days."
                >
                  <DataCopy />
                </SettingsSection>
                <DeleteAccount proofMethod={proofMethod} onDeleted={() => setIsDeleted(true)} />
              </SettingsPart>
            </>
          )}
        </div>
      )}
    </div>
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountEventsQuery, sessionsQuery } from '../data.ts'
import { useViewer } from '../session/use-viewer.ts'
import { AccountActivity } from './account-activity.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ActiveSessions } from './active-sessions.tsx'
import { SettingsLinks } from './settings-links.tsx'
import { AccountDeletedNotice } from './account-deleted-notice.tsx'

export function SettingsPage() {
  const viewer = useViewer()
  const [isDeleted, setIsDeleted] = useState(false)
  // A list has any number of rows: what is below it appears after it, so that nothing moves.
  const isLoadingSessions = useQuery(sessionsQuery).isPending
  const isLoadingActivity = useInfiniteQuery(accountEventsQuery).isPending || isLoadingSessions
  if (!viewer) return null

  return (
    // As high as the window from the start: the footer would move when the lists arrive.
    <div className="page flex min-h-dvh max-w-4xl! flex-1 flex-col gap-8 py-8 sm:py-10">
      <header className="grid gap-1.5">
        <h1 className="text-3xl font-semibold">Account Settings</h1>
        <p className="break-words text-muted">
          @{viewer.userName} · {viewer.email}
        </p>
      </header>
      {isDeleted ? (
        <AccountDeletedNotice />
      ) : (
        <div className="grid gap-6">
          {!viewer.googleId && <ChangePassword email={viewer.email} />}
          <SettingsLinks />
          <ActiveSessions />
          {!isLoadingSessions && <AccountActivity withGoogle={viewer.googleId !== undefined} />}
          {!isLoadingActivity && (
            <DeleteAccount
              withGoogle={viewer.googleId !== undefined}
              onDeleted={() => setIsDeleted(true)}
            />
          )}
        </div>
      )}
    </div>
  )
}

import { useState } from 'react'
import { useViewer } from '../use-viewer.ts'
import { AccountActivity } from './account-activity.tsx'
import { ChangePassword } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { ActiveSessions } from './active-sessions.tsx'
import { AccountDeletedNotice } from './account-deleted-notice.tsx'

export function SettingsPage() {
  const viewer = useViewer()
  const [isDeleted, setIsDeleted] = useState(false)
  if (!viewer) return null

  return (
    <div className="page flex max-w-4xl! flex-1 flex-col gap-8 py-8 sm:py-10">
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
          <ActiveSessions />
          <AccountActivity withGoogle={viewer.googleId !== undefined} />
          <DeleteAccount
            withGoogle={viewer.googleId !== undefined}
            onDeleted={() => setIsDeleted(true)}
          />
        </div>
      )}
    </div>
  )
}

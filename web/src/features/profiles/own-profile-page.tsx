import type { OwnProfile } from '@dolph/contract/profiles/profiles'
import { useQuery } from '@tanstack/react-query'
import { LogOut, Pencil, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { useDraft } from '../accounts/drafts.ts'
import { useLogOutAction } from '../accounts/session/log-out-action.ts'
import { OwnAvailability } from '../people/availability/own-availability.tsx'
import { ownProfileQuery, useUpdateAvailability } from './data.ts'
import { PendingEmailBanner } from './edit/pending-email-banner.tsx'
import { StoredProfileDraft } from './edit/profile-fields.ts'
import { ProfileEditor } from './edit/profile-editor.tsx'
import { OWN_PROFILE_ERRORS, getRetryText } from './profile-errors.ts'
import { ProfileLoadError } from './profile-unavailable.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ProfileView } from './profile-view.tsx'

export function OwnProfilePage() {
  const { data, error, failureReason, refetch } = useQuery(ownProfileQuery)

  // Checked before the error: a failed refetch keeps the cached profile.
  if (data) return <OwnProfileContent profile={data} />
  if (error) {
    return (
      <ProfileLoadError error={error} texts={OWN_PROFILE_ERRORS} onRetry={() => void refetch()} />
    )
  }
  return (
    <ProfileSkeleton
      isOwn
      note={failureReason ? getRetryText(failureReason, OWN_PROFILE_ERRORS) : undefined}
    />
  )
}

/** Opens the form at the email, as the settings do. */
const EMAIL_HASH = '#email'

function OwnProfileContent({ profile }: { profile: OwnProfile }) {
  const { hash } = useLocation()
  const draft = useDraft('profile', StoredProfileDraft)
  const [mode, setMode] = useState<'view' | 'edit' | 'resume'>(() => {
    if (draft.restored) return 'resume'
    return hash === EMAIL_HASH ? 'edit' : 'view'
  })
  const editButton = useRef<HTMLButtonElement>(null)
  const { logOut, isLoggingOut } = useLogOutAction()
  const updateAvailability = useUpdateAvailability()

  function close() {
    flushSync(() => setMode('view'))
    window.scrollTo({ top: 0 })
    editButton.current?.focus({ preventScroll: true })
  }

  if (mode !== 'view') {
    return (
      <ProfileEditor
        profile={profile}
        draft={draft}
        isResumed={mode === 'resume'}
        startsAtEmail={hash === EMAIL_HASH}
        onClose={close}
      />
    )
  }
  const edit = () => setMode('edit')
  return (
    <ProfileView
      profile={profile}
      onEdit={edit}
      ownAvailability={
        <OwnAvailability
          availability={profile.availability}
          location={profile.location}
          onChanged={(availability) => void updateAvailability(availability)}
        />
      }
      notice={profile.pendingEmail && <PendingEmailBanner profile={profile} />}
      actions={
        <>
          <Button ref={editButton} icon={Pencil} onClick={edit}>
            Edit Profile
          </Button>
          <ButtonLink to="/settings" variant="ghost" icon={Settings}>
            Settings
          </ButtonLink>
          <Button variant="ghost" icon={LogOut} busy={isLoggingOut} onClick={logOut}>
            Log Out
          </Button>
        </>
      }
    />
  )
}

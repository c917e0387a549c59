import type { OwnProfile } from '@dolph/contract/profiles'
import { useQuery } from '@tanstack/react-query'
import { LogOut, Pencil, Settings } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { useDraft } from '../accounts/drafts.ts'
import { useLeaving } from '../accounts/leaving.ts'
import { ownProfile } from './data.ts'
import { PendingEmail } from './edit/pending-email.tsx'
import { KeptProfile } from './edit/profile-fields.ts'
import { ProfileEditor } from './edit/profile-editor.tsx'
import { OWN_WORDS, waitingText } from './failures.ts'
import { ProfileFailed } from './profile-missing.tsx'
import { ProfileSkeleton } from './profile-skeleton.tsx'
import { ProfileView } from './profile-view.tsx'

export function OwnProfilePage() {
  const { data, error, failureReason, refetch } = useQuery(ownProfile)

  // A refresh that fails takes nothing away.
  if (data) return <Own profile={data} />
  if (error) {
    return <ProfileFailed error={error} words={OWN_WORDS} onRetry={() => void refetch()} />
  }
  return (
    <ProfileSkeleton
      isOwn
      note={failureReason ? waitingText(failureReason, OWN_WORDS) : undefined}
    />
  )
}

function Own({ profile }: { profile: OwnProfile }) {
  const draft = useDraft('profile', KeptProfile)
  const [mode, setMode] = useState<'view' | 'edit' | 'resume'>(draft.found ? 'resume' : 'view')
  const editButton = useRef<HTMLButtonElement>(null)
  const { leave, isLeaving } = useLeaving()

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
        onClose={close}
      />
    )
  }
  const edit = () => setMode('edit')
  return (
    <ProfileView
      profile={profile}
      onEdit={edit}
      notice={profile.pendingEmail && <PendingEmail profile={profile} />}
      actions={
        <>
          <Button ref={editButton} icon={Pencil} onClick={edit}>
            Edit Profile
          </Button>
          <ButtonLink to="/settings" variant="ghost" icon={Settings}>
            Settings
          </ButtonLink>
          <Button variant="ghost" icon={LogOut} busy={isLeaving} onClick={leave}>
            Log Out
          </Button>
        </>
      }
    />
  )
}

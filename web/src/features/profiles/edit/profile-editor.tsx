import type { OwnProfile } from '@dolph/contract/profiles/profiles'
import { useEffect, useRef, useState } from 'react'
import { SUBMIT_KEYS_LABEL, useSubmitShortcut } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Draft } from '../../accounts/drafts.ts'
import { DraftNote } from '../../posts/writing/draft-note.tsx'
import { ProfileLayout } from '../profile-layout.tsx'
import type { StoredProfileDraft } from './profile-fields.ts'
import { ProfileFieldset } from './profile-fieldset.tsx'
import { useProfileForm } from './use-profile-form.ts'

interface Props {
  profile: OwnProfile
  draft: Draft<StoredProfileDraft>
  /** True when the editor opened by itself because a draft was stored. */
  isResumed: boolean
  /** True when a link led to the email of the account. */
  startsAtEmail?: boolean
  onClose: () => void
}

/** Edit form of the viewer's own profile, shown in place of the profile. */
export function ProfileEditor(props: Props) {
  const { profile, draft, isResumed, startsAtEmail = false, onClose } = props
  const { form, formElement, skillsField, resetCount, isSaving, problem, save, discard } =
    useProfileForm({
      profile,
      draft,
      onSaved: onClose,
    })
  const [isPictureBusy, setIsPictureBusy] = useState(false)
  const saveIfReady = () => !isPictureBusy && save()
  useSubmitShortcut(formElement, saveIfReady)

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (startsAtEmail) return form.setFocus('email')
    if (isResumed) return
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [isResumed, startsAtEmail, form])

  function cancel() {
    draft.discard()
    onClose()
  }

  return (
    <ProfileLayout>
      <form
        ref={formElement}
        method="post"
        noValidate
        aria-labelledby="edit-profile"
        onSubmit={(event) => {
          event.preventDefault()
          saveIfReady()
        }}
        className="grid gap-6 [&_:is(input,textarea,button)]:scroll-mb-28"
      >
        <header className="grid gap-1.5">
          <h1
            ref={heading}
            id="edit-profile"
            tabIndex={-1}
            className="text-2xl font-semibold outline-none sm:text-3xl"
          >
            Edit Profile
          </h1>
          <p className="text-pretty text-muted">Everyone sees the change once you save it.</p>
        </header>
        {isResumed && draft.restored && (
          <Banner kind="info">
            These are the changes you had not saved yet. They were kept on this device.
          </Banner>
        )}
        <ProfileFieldset
          key={resetCount}
          form={form}
          profile={profile}
          skillsField={skillsField}
          onPictureBusyChange={setIsPictureBusy}
        />
        <footer className="sticky bottom-(--bottom-bar) -mx-4 grid gap-3 border-t border-line bg-canvas px-4 py-3 sm:-mx-6 sm:px-6">
          {problem && <Banner kind="error">{problem}</Banner>}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="flex gap-2">
              <Button type="submit" variant="primary" busy={isSaving} disabled={isPictureBusy}>
                {isSaving ? 'Saving...' : 'Save changes'}
              </Button>
              <Button disabled={isSaving} onClick={cancel}>
                Cancel
              </Button>
            </div>
            <kbd className="hidden font-sans text-xs text-faint lg:pointer-fine:inline">
              {SUBMIT_KEYS_LABEL}
            </kbd>
            {isPictureBusy ? (
              <p role="status" className="text-sm text-muted">
                Finish with the picture first
              </p>
            ) : (
              <DraftNote
                savedAt={draft.savedAt}
                onDiscard={() => {
                  discard()
                  heading.current?.focus()
                }}
              />
            )}
          </div>
        </footer>
      </form>
    </ProfileLayout>
  )
}

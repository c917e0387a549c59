import { ProfileForm, type OwnProfile } from '@dolph/contract/profiles/profiles'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { focusFirstInvalid } from '../../../ui/forms/focus-first-invalid.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { Draft } from '../../accounts/drafts.ts'
import { getBannerText, showFieldErrors } from '../../accounts/field-errors.ts'
import { useUpdateProfile } from '../data.ts'
import type { SkillsFieldHandle } from '../../people/skills/skills-field.tsx'
import {
  getChangedFields,
  PROFILE_FIELD_NAMES,
  toProfileFields,
  type StoredProfileDraft,
  type ProfileFields,
  applyChanges,
} from './profile-fields.ts'

interface ProfileFormOptions {
  profile: OwnProfile
  draft: Draft<StoredProfileDraft>
  /** Called after saving, unless the member has left the page. */
  onSaved: () => void
}

/** State of the edit form: validation, draft and saving. */
export function useProfileForm({ profile, draft, onSaved }: ProfileFormOptions) {
  const [original] = useState(() => toProfileFields(profile))
  const update = useUpdateProfile()
  const form = useForm<ProfileFields>({
    resolver: zodResolver(ProfileForm),
    defaultValues: applyChanges(original, draft.restored),
    shouldFocusError: false,
  })

  const saveDraft = useEffectEvent((fields: ProfileFields) => {
    const changes = getChangedFields(fields, original)
    if (Object.keys(changes).length === 0) draft.discard()
    else draft.save(changes)
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft({ ...values }),
      }),
    [form],
  )

  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  /** Key of the fields: discarding remounts them, so that typed text and uploads under way are dropped too. */
  const [resetCount, setResetCount] = useState(0)

  /** Number of saves rejected by validation or by the server; each one focuses the first invalid field. */
  const [rejectedSaves, setRejectedSaves] = useState(0)
  const formElement = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (rejectedSaves > 0) focusFirstInvalid(formElement.current)
  }, [rejectedSaves])

  async function sendChanges(values: ProfileFields): Promise<void> {
    const changes = getChangedFields(values, original)
    const savedProfile = await update.mutateAsync(changes)
    draft.discard()
    toast.success('Profile updated successfully')
    if (changes.email !== undefined && savedProfile.pendingEmail !== null) {
      toast.info(`Check ${savedProfile.pendingEmail} for a link to confirm it`)
    }
    if (isMounted.current) onSaved()
  }

  const skillsField = useRef<SkillsFieldHandle>(null)
  const isSaveRunning = useRef(false)
  async function save(): Promise<void> {
    if (isSaveRunning.current || skillsField.current?.commitTypedSkill() === false) return
    isSaveRunning.current = true
    removeEmptyLinks()
    let isRejected = false
    try {
      await form.handleSubmit(sendChanges, () => {
        isRejected = true
      })()
    } catch (error) {
      isRejected = true
      showFieldErrors(form, error, listFieldPaths(form.getValues()))
    } finally {
      isSaveRunning.current = false
    }
    if (isRejected) setRejectedSaves((count) => count + 1)
  }

  function removeEmptyLinks(): void {
    const links = form.getValues('socialLinks')
    const filledLinks = links.filter(
      ({ platform, url }) => platform.trim() !== '' || url.trim() !== '',
    )
    if (filledLinks.length < links.length) form.setValue('socialLinks', filledLinks)
  }

  return {
    form,
    formElement,
    skillsField,
    resetCount,
    isSaving: update.isPending,
    problem: getBannerText(update.error, 'Failed to update profile', PROFILE_FIELD_NAMES),
    save: () => void save(),
    discard: () => {
      draft.discard()
      update.reset()
      form.reset(original)
      setResetCount((count) => count + 1)
    },
  }
}

/** All fields that a server error may name, in the order of the page. */
function listFieldPaths({ skills, socialLinks }: ProfileFields) {
  return PROFILE_FIELD_NAMES.flatMap((name) => {
    if (name === 'skills') return [name, ...skills.map((_, index) => `skills.${index}` as const)]
    if (name !== 'socialLinks') return [name]
    return [
      name,
      ...socialLinks.flatMap(
        (_, index) => [`socialLinks.${index}.platform`, `socialLinks.${index}.url`] as const,
      ),
    ]
  })
}

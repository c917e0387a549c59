import { ProfileForm, type OwnProfile } from '@dolph/contract/profiles'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../../ui/toast.tsx'
import type { Draft } from '../../accounts/drafts.ts'
import { getBannerText, showFieldErrors } from '../../accounts/field-errors.ts'
import { useUpdateProfile } from '../data.ts'
import type { SkillsFieldHandle } from '../skills-field.tsx'
import {
  getChangedFields,
  PROFILE_FIELD_NAMES,
  toProfileFields,
  type StoredProfileDraft,
  type ProfileFields,
  applyChanges,
} from './profile-fields.ts'

const INVALID_FIELD_SELECTOR = '[aria-invalid="true"], [data-wrong] button'

interface ProfileFormOptions {
  profile: OwnProfile
  draft: Draft<StoredProfileDraft>
  /** It was saved, and the member is still here. */
  onSaved: () => void
}

/** The profile while it is edited: its rules, its draft on the device, and how it is saved. */
export function useProfileForm({ profile, draft, onSaved }: ProfileFormOptions) {
  const [before] = useState(() => toProfileFields(profile))
  const update = useUpdateProfile()
  const form = useForm<ProfileFields>({
    resolver: zodResolver(ProfileForm),
    defaultValues: applyChanges(before, draft.restored),
    shouldFocusError: false,
  })

  const keep = useEffectEvent((fields: ProfileFields) => {
    const changes = getChangedFields(fields, before)
    if (Object.keys(changes).length === 0) draft.discard()
    else draft.save(changes)
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep({ ...values }),
      }),
    [form],
  )

  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  /** The fields are made anew for each: what was half typed or half uploaded in one goes with it. */
  const [round, setRound] = useState(0)

  /** How often saving was stopped by something in the form. */
  const [stops, setStops] = useState(0)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // The first wrong field in the order of the page, whatever it is made of.
    if (stops > 0) element.current?.querySelector<HTMLElement>(INVALID_FIELD_SELECTOR)?.focus()
  }, [stops])

  async function send(filled: ProfileFields): Promise<void> {
    const changes = getChangedFields(filled, before)
    const sent = JSON.stringify(form.getValues())
    const saved = await update.mutateAsync(changes)
    const isAllSaved = JSON.stringify(form.getValues()) === sent
    if (isAllSaved) draft.discard()
    toast.success('Profile updated successfully')
    if (changes.email !== undefined && saved.pendingEmail !== null) {
      toast.info(`Check ${saved.pendingEmail} for a link to confirm it`)
    }
    // Whoever typed on meanwhile goes on typing.
    if (isHere.current && isAllSaved) onSaved()
  }

  const skillsBox = useRef<SkillsFieldHandle>(null)
  const isUnderWay = useRef(false)
  async function save(): Promise<void> {
    if (isUnderWay.current || skillsBox.current?.commitTypedSkill() === false) return
    isUnderWay.current = true
    leaveOutEmptyRows()
    let isStopped = false
    try {
      await form.handleSubmit(send, () => {
        isStopped = true
      })()
    } catch (error) {
      isStopped = true
      showFieldErrors(form, error, listFieldPaths(form.getValues()))
    } finally {
      isUnderWay.current = false
    }
    if (isStopped) setStops((count) => count + 1)
  }

  function leaveOutEmptyRows(): void {
    const rows = form.getValues('socialLinks')
    const filled = rows.filter(({ platform, url }) => platform.trim() !== '' || url.trim() !== '')
    if (filled.length < rows.length) form.setValue('socialLinks', filled)
  }

  return {
    form,
    element,
    skillsBox,
    round,
    isSaving: update.isPending,
    problem: getBannerText(update.error, 'Failed to update profile', PROFILE_FIELD_NAMES),
    save: () => void save(),
    discard: () => {
      draft.discard()
      update.reset()
      form.reset(before)
      setRound((count) => count + 1)
    },
  }
}

/** Every field that the server may speak of, in the order of the page. */
function listFieldPaths({ skills, socialLinks }: ProfileFields) {
  return PROFILE_FIELD_NAMES.flatMap((name) => {
    if (name === 'skills') return [name, ...skills.map((_, row) => `skills.${row}` as const)]
    if (name !== 'socialLinks') return [name]
    return [
      name,
      ...socialLinks.flatMap(
        (_, row) => [`socialLinks.${row}.platform`, `socialLinks.${row}.url`] as const,
      ),
    ]
  })
}

import { ProfileForm, type OwnProfile } from '@dolph/contract/profiles'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '../../../ui/toast.tsx'
import type { Draft } from '../../accounts/drafts.ts'
import { bannerOf, showFieldErrors } from '../../accounts/field-errors.ts'
import { useUpdateProfile } from '../data.ts'
import type { SkillsBox } from '../skills-field.tsx'
import {
  changesIn,
  FIELD_NAMES,
  fieldsOf,
  type KeptProfile,
  type ProfileFields,
  withChanges,
} from './profile-fields.ts'

const WRONG = '[aria-invalid="true"], [data-wrong] button'

interface Setup {
  profile: OwnProfile
  draft: Draft<KeptProfile>
  /** It was saved, and the member is still here. */
  onSaved: () => void
}

/** The profile while it is edited: its rules, its draft on the device, and how it is saved. */
export function useProfileForm({ profile, draft, onSaved }: Setup) {
  const [before] = useState(() => fieldsOf(profile))
  const update = useUpdateProfile()
  const form = useForm<ProfileFields>({
    resolver: zodResolver(ProfileForm),
    defaultValues: withChanges(before, draft.found),
    shouldFocusError: false,
  })

  const keep = useEffectEvent((fields: ProfileFields) => {
    const changes = changesIn(fields, before)
    if (Object.keys(changes).length === 0) draft.drop()
    else draft.keep(changes)
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
    if (stops > 0) element.current?.querySelector<HTMLElement>(WRONG)?.focus()
  }, [stops])

  async function send(filled: ProfileFields): Promise<void> {
    const changes = changesIn(filled, before)
    const sent = JSON.stringify(form.getValues())
    const saved = await update.mutateAsync(changes)
    const isAllSaved = JSON.stringify(form.getValues()) === sent
    if (isAllSaved) draft.drop()
    toast.success('Profile updated successfully')
    if (changes.email !== undefined && saved.pendingEmail !== null) {
      toast.info(`Check ${saved.pendingEmail} for a link to confirm it`)
    }
    // Whoever typed on meanwhile goes on typing.
    if (isHere.current && isAllSaved) onSaved()
  }

  const skillsBox = useRef<SkillsBox>(null)
  const isUnderWay = useRef(false)
  async function save(): Promise<void> {
    if (isUnderWay.current || skillsBox.current?.empty() === false) return
    isUnderWay.current = true
    leaveOutEmptyRows()
    let isStopped = false
    try {
      await form.handleSubmit(send, () => {
        isStopped = true
      })()
    } catch (error) {
      isStopped = true
      showFieldErrors(form, error, namesOf(form.getValues()))
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
    problem: bannerOf(update.error, 'Failed to update profile', FIELD_NAMES),
    save: () => void save(),
    discard: () => {
      draft.drop()
      update.reset()
      form.reset(before)
      setRound((count) => count + 1)
    },
  }
}

/** Every field that the server may speak of, in the order of the page. */
function namesOf({ skills, socialLinks }: ProfileFields) {
  return FIELD_NAMES.flatMap((name) => {
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

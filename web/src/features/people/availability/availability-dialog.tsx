import type { Availability } from '@dolph/contract/availability'
import { useRef, useState, type FormEvent } from 'react'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { useNow } from '../../../lib/now.ts'
import { useSubmitShortcut } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { ReadOnlyFields } from '../../../ui/forms/read-only-fields.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import {
  AvailabilityFields,
  createAvailabilityFields,
  parseAvailabilityFields,
  toAvailabilityFields,
} from './availability-fields.ts'
import { AvailabilityFieldset } from './availability-fieldset.tsx'
import { useSetAvailability } from './data.ts'

export interface AvailabilityDialogProps {
  isOpen: boolean
  /** What the member said before; null if they are not open to join. */
  current: Availability | null
  onSaved: (availability: Availability | null) => void
  onClose: () => void
}

const FAILED = 'This could not be saved. Please try again.'

/** Where a member says that they are open to join, and what they offer. */
export function AvailabilityDialog({ isOpen, onClose, ...form }: AvailabilityDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Open to join"
      description="Members see this on your profile and find you among people. It ends by itself on the day you choose."
    >
      <AvailabilityForm onClose={onClose} {...form} />
    </Dialog>
  )
}

function AvailabilityForm(props: Omit<AvailabilityDialogProps, 'isOpen'>) {
  const { current, onSaved, onClose } = props
  const now = useNow()
  const stored = useDraft('availability', AvailabilityFields)
  const [fields, setFields] = useState(
    () =>
      stored.restored ?? (current ? toAvailabilityFields(current) : createAvailabilityFields(now)),
  )
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { mutateAsync, error, isPending, reset } = useSetAvailability()
  const refusedFields = error instanceof ApiError ? error.fields : {}
  const errors = { ...(isChecked && parseAvailabilityFields(fields, now).errors), ...refusedFields }

  const change = (next: Partial<AvailabilityFields>) => {
    const changed = { ...fields, ...next }
    setFields(changed)
    stored.save(changed)
    reset()
  }

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    setIsChecked(true)
    const { availability, errors: invalid } = parseAvailabilityFields(fields, now)
    if (!availability) {
      const [first] = Object.keys(invalid)
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const saved = await mutateAsync(availability).catch(() => undefined)
    if (saved === undefined) return
    stored.discard()
    onSaved(saved)
    onClose()
  }
  useSubmitShortcut(form, () => void submit())

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <ReadOnlyFields value={isPending}>
        <AvailabilityFieldset fields={fields} errors={errors} onChange={change} />
      </ReadOnlyFields>
      {error && Object.keys(refusedFields).length === 0 && (
        <Banner kind="error">{getErrorMessage(error, FAILED)}</Banner>
      )}
      {/* In view however far the fields are scrolled. */}
      <div className="sticky -bottom-4 -mx-5 -mb-4 flex flex-wrap justify-end gap-2 border-t border-line bg-raised px-5 py-4">
        <Button disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {current ? 'Save' : 'Open to join'}
        </Button>
      </div>
    </form>
  )
}

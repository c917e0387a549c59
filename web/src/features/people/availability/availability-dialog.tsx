import type { Availability } from '@dolph/contract/people/availability'
import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { useNow } from '../../../lib/now.ts'
import { useSubmitShortcut } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../../ui/banner.tsx'
import { focusFirstInvalid } from '../../../ui/forms/focus-first-invalid.ts'
import { ReadOnlyFields } from '../../../ui/forms/read-only-fields.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogFormFooter } from '../../../ui/overlays/dialog-form-footer.tsx'
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
  /** The current availability; null if the member is not open to join. */
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
      description="Members see this on your profile and can find you under People. It ends automatically on the day you choose."
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
    // Rendered at once, so that the first error can get the focus.
    flushSync(() => setIsChecked(true))
    const { availability } = parseAvailabilityFields(fields, now)
    if (!availability) return focusFirstInvalid(form.current)
    const saved = await mutateAsync(availability).catch(() => undefined)
    if (saved === undefined) return
    stored.discard()
    onSaved(saved)
    onClose()
  }
  useSubmitShortcut(form, () => void submit())

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-1 gap-5"
    >
      <ReadOnlyFields value={isPending}>
        <AvailabilityFieldset fields={fields} errors={errors} onChange={change} />
      </ReadOnlyFields>
      {error && Object.keys(refusedFields).length === 0 && (
        <Banner kind="error">{getErrorMessage(error, FAILED)}</Banner>
      )}
      <DialogFormFooter
        submitLabel={current ? 'Save' : 'Open to join'}
        isSending={isPending}
        onCancel={onClose}
      />
    </form>
  )
}

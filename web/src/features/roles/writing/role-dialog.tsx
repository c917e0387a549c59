import type { RoleDraft } from '@dolph/contract/roles/roles'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, getErrorMessage } from '../../../lib/api/api-error.ts'
import { useSubmitShortcut } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../../ui/banner.tsx'
import { focusFirstInvalid } from '../../../ui/forms/focus-first-invalid.ts'
import { ReadOnlyFields } from '../../../ui/forms/read-only-fields.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogFormFooter } from '../../../ui/overlays/dialog-form-footer.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import type { SkillsFieldHandle } from '../../people/skills/skills-field.tsx'
import {
  areRoleFieldsEqual,
  parseRoleFields,
  ROLE_ERROR_NAMES,
  RoleFields,
  type RoleErrors,
} from './role-fields.ts'
import { RoleFieldset } from './role-fieldset.tsx'

interface Props {
  isOpen: boolean
  title: string
  submitLabel: string
  /** The values before anything was typed. */
  initial: RoleFields
  /** The key under which the typed text is stored on the device. */
  draftKey: string
  onSubmit: (draft: RoleDraft, fields: RoleFields) => Promise<unknown>
  onClose: () => void
}

/** The form of a role, for a new and for an existing one. */
export function RoleDialog({ isOpen, title, onClose, ...form }: Props) {
  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onClose()} title={title}>
      <RoleForm onClose={onClose} {...form} />
    </Dialog>
  )
}

const FAILED = 'The role could not be saved. Please try again.'

function RoleForm(props: Omit<Props, 'isOpen' | 'title'>) {
  const { submitLabel, initial, draftKey, onSubmit, onClose } = props
  const stored = useDraft(draftKey, RoleFields)
  const [fields, setFields] = useState(stored.restored ?? initial)
  // Read by `submit`, which may have committed a typed skill in the same moment.
  const latestFields = useRef(fields)
  const [isChecked, setIsChecked] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const form = useRef<HTMLFormElement>(null)
  const skillsField = useRef<SkillsFieldHandle>(null)
  const errors = { ...(isChecked && parseRoleFields(fields).errors), ...getFieldErrors(refusal) }

  const change = (next: Partial<RoleFields>) => {
    const changed = { ...latestFields.current, ...next }
    latestFields.current = changed
    setFields(changed)
    setRefusal(undefined)
    if (areRoleFieldsEqual(changed, initial)) stored.discard()
    else stored.save(changed)
  }

  async function submit() {
    if (isSending || skillsField.current?.commitTypedSkill() === false) return
    // Rendered at once, so that the first error can get the focus.
    flushSync(() => setIsChecked(true))
    const { draft } = parseRoleFields(latestFields.current)
    if (!draft) return focusFirstInvalid(form.current)
    setIsSending(true)
    try {
      await onSubmit(draft, latestFields.current)
      stored.discard()
      onClose()
    } catch (error) {
      setRefusal(error)
    } finally {
      setIsSending(false)
    }
  }
  useSubmitShortcut(form, () => void submit())

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React passes the event on to the form of the page that opened the dialog.
        event.stopPropagation()
        void submit()
      }}
      className="grid grid-cols-1 gap-5"
    >
      <ReadOnlyFields value={isSending}>
        <RoleFieldset fields={fields} errors={errors} onChange={change} skillsField={skillsField} />
      </ReadOnlyFields>
      {refusal !== undefined && Object.keys(getFieldErrors(refusal)).length === 0 && (
        <Banner kind="error">{getErrorMessage(refusal, FAILED)}</Banner>
      )}
      <DialogFormFooter
        submitLabel={submitLabel}
        isSending={isSending}
        onCancel={onClose}
        note={
          stored.savedAt && <p className="mr-auto text-sm text-muted">Draft kept on this device</p>
        }
      />
    </form>
  )
}

/** The errors that the server found, by field. */
function getFieldErrors(refusal: unknown): RoleErrors {
  if (!(refusal instanceof ApiError)) return {}
  const { fields } = refusal
  return Object.fromEntries(
    ROLE_ERROR_NAMES.filter((name) => fields[name]).map((name) => [name, fields[name]]),
  )
}

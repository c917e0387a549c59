import { readAvailability } from '@dolph/contract/people/availability'
import { JOIN_NOTE_MAX, JoinRequestDraft } from '@dolph/contract/join-requests/join-requests'
import type { Role } from '@dolph/contract/roles/roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { z } from 'zod/mini'
import { callEndpoint } from '../../../lib/api/api.ts'
import { getErrorMessage } from '../../../lib/api/api-error.ts'
import { useSubmitShortcut } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { focusFirstInvalid } from '../../../ui/forms/focus-first-invalid.ts'
import { ReadOnlyFields } from '../../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../../ui/forms/textarea.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { DialogFormFooter } from '../../../ui/overlays/dialog-form-footer.tsx'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import { useViewer } from '../../accounts/session/use-viewer.ts'
import { FitLine } from '../../roles/fit-line.tsx'
import { useRequestToJoin } from './asking-data.ts'

interface Props {
  role: Role
  isOpen: boolean
  onClose: () => void
  /** Where the member can choose another role. */
  chooser?: ReactNode
}

/** The form that asks to join through a role: how well the member fits, a note and the hours. */
export function AskToJoinDialog({ role, isOpen, onClose, chooser }: Props) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Ask to join"
      description={chooser ? undefined : <bdi>{role.title}</bdi>}
    >
      <AskToJoinForm role={role} onClose={onClose} chooser={chooser} />
    </Dialog>
  )
}

const StoredRequest = z.object({ note: z.string(), hours: z.string() })

const FAILED = 'Your request could not be sent. Please try again.'

function AskToJoinForm({ role, onClose, chooser }: Omit<Props, 'isOpen'>) {
  const me = useViewer()?._id ?? ''
  const draftKey = `join-request:${role._id}`
  const draft = useDraft(draftKey, StoredRequest)
  const { data: availability } = useQuery(availabilityQuery(me))
  const [note, setNote] = useState(draft.restored?.note ?? '')
  const [typedHours, setTypedHours] = useState(draft.restored?.hours)
  const [isChecked, setIsChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const ask = useRequestToJoin(role, draftKey)
  const hours = typedHours ?? String(availability?.hours ?? role.hours.from)
  const errors = getErrors({ note, hours })

  function change(next: { note?: string; hours?: string }) {
    if (next.note !== undefined) setNote(next.note)
    if (next.hours !== undefined) setTypedHours(next.hours)
    draft.save({ note, hours, ...next })
  }

  function submit() {
    if (ask.isPending) return
    // Rendered at once, so that the first error can get the focus.
    flushSync(() => setIsChecked(true))
    if (errors.note ?? errors.hours) return focusFirstInvalid(form.current)
    ask.mutate(
      { note, hours: Number(hours) },
      {
        onSuccess: () => {
          draft.discard()
          toast.success('Your request is sent.')
          onClose()
        },
      },
    )
  }
  useSubmitShortcut(form, submit)

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid grid-cols-1 gap-5"
    >
      <ReadOnlyFields value={ask.isPending}>
        {chooser}
        {role.fit && <FitLine fit={role.fit} />}
        <Textarea
          label="What would you bring?"
          hint="Say in two or three sentences what you would bring."
          rows={4}
          max={JOIN_NOTE_MAX}
          value={note}
          onChange={(event) => change({ note: event.target.value })}
          error={isChecked ? errors.note : undefined}
        />
        <Field
          label="Hours a week"
          type="number"
          inputMode="numeric"
          min={1}
          max={40}
          value={hours}
          onChange={(event) => change({ hours: event.target.value })}
          error={isChecked ? errors.hours : undefined}
          className="max-w-40"
        />
        <p className="text-sm text-muted">
          The owner answers within two weeks, or your request ends by itself. If accepted, you
          appear on the team.
        </p>
        {ask.error && <Banner kind="error">{getErrorMessage(ask.error, FAILED)}</Banner>}
        <DialogFormFooter submitLabel="Ask to join" isSending={ask.isPending} onCancel={onClose} />
      </ReadOnlyFields>
    </form>
  )
}

/** The hours that the member offers; null if they are not open to join. */
const availabilityQuery = (me: string) =>
  queryOptions({
    queryKey: ['availability', me] as const,
    queryFn: async ({ signal }) => (await callEndpoint(readAvailability, {}, signal)).data,
  })

const Fields = z.pick(JoinRequestDraft, { note: true, hours: true })

function getErrors({ note, hours }: { note: string; hours: string }) {
  const parsed = z.safeParse(Fields, { note, hours: Number(hours) })
  const findError = (field: string) =>
    parsed.error?.issues.find(({ path }) => path[0] === field)?.message
  return { note: findError('note'), hours: findError('hours') }
}

import { JOIN_NOTE_MAX, type DeclineReason, type JoinRequest } from '@dolph/contract/join-requests'
import { countCharacters } from '@dolph/contract/primitives'
import { useEffect, useRef, useState } from 'react'
import { useSubmitShortcut } from '../../lib/shortcuts/shortcut-keys.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RadioList } from '../../ui/forms/radio-list.tsx'
import { ReadOnlyFields } from '../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../ui/forms/textarea.tsx'
import type { Answer, AnswerKind } from './data.ts'
import { getAnswerLabels, getReasonText, listReasons } from './describe-join-request.ts'

interface Props {
  request: JoinRequest
  kind: AnswerKind
  isSending: boolean
  onSend: (answer: Answer) => void
  onCancel: () => void
}

/** An answer before it is sent. A reason to decline is a ready sentence that can be edited. */
export function AnswerForm({ request, kind, isSending, onSend, onCancel }: Props) {
  const isDecline = kind === 'decline'
  const [reason, setReason] = useState<DeclineReason>('later')
  const [note, setNote] = useState(isDecline ? getReasonText('later', request) : '')
  const form = useRef<HTMLFormElement>(null)
  const firstReason = useRef<HTMLElement>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const tooLong = countCharacters(note.trim()) > JOIN_NOTE_MAX

  function submit() {
    if (isSending || tooLong) return
    onSend({ answer: kind, note, ...(isDecline && { reason }) })
  }
  useSubmitShortcut(form, submit)
  useEffect(() => {
    const target = isDecline ? firstReason.current : sendButton.current
    target?.focus({ preventScroll: true })
  }, [isDecline])

  return (
    <form
      ref={form}
      noValidate
      aria-label={`Answer to ${request.person.userName}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid gap-4 rounded-control border border-line bg-sunken p-4"
    >
      <ReadOnlyFields value={isSending}>
        {isDecline && (
          <RadioList
            label="Why?"
            options={listReasons(request).map((value) => ({
              value,
              label: getReasonText(value, request),
            }))}
            value={reason}
            onChange={(next) => {
              setReason(next)
              // A sentence that was edited stays.
              if (note === getReasonText(reason, request)) setNote(getReasonText(next, request))
            }}
            firstRef={firstReason}
          />
        )}
        <Textarea
          label={isDecline ? 'Your answer' : 'A word with it'}
          hint={isDecline ? 'Change it as you like.' : 'Optional.'}
          rows={2}
          max={JOIN_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          error={tooLong ? `A note cannot be more than ${JOIN_NOTE_MAX} characters` : undefined}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button disabled={isSending} onClick={onCancel}>
            Cancel
          </Button>
          <Button ref={sendButton} type="submit" variant="primary" busy={isSending}>
            {isDecline ? 'Send answer' : getAnswerLabels(request)[kind]}
          </Button>
        </div>
      </ReadOnlyFields>
    </form>
  )
}

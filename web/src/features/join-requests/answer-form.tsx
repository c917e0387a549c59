import {
  DeclineReason,
  JOIN_NOTE_MAX,
  type JoinRequest,
} from '@dolph/contract/join-requests/join-requests'
import { countCharacters } from '@dolph/contract/primitives'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { useSubmitShortcut } from '../../lib/shortcuts/shortcut-keys.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { RadioList } from '../../ui/forms/radio-list.tsx'
import { ReadOnlyFields } from '../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { useDraft } from '../accounts/drafts.ts'
import { LazyLimitNotice } from '../moderation/lazy-limit-notice.tsx'
import { useIsLimited } from '../moderation/use-is-limited.ts'
import type { Answer, AnswerKind } from './data.ts'
import { getAnswerLabels, getReasonText, listReasons } from './describe-join-request.ts'

interface Props {
  request: JoinRequest
  kind: Exclude<AnswerKind, 'talk'>
  isSending: boolean
  /** Calls `onSent` when the server has the answer. */
  onSend: (answer: Answer, onSent: () => void) => void
  onCancel: () => void
}

const StoredAnswer = z.object({ reason: DeclineReason, note: z.string() })

/** An answer before it is sent, stored on the device once it is changed. A reason to decline is a ready sentence that can be edited. */
export function AnswerForm(props: Props) {
  const { request, kind, isSending, onSend, onCancel } = props
  const isDecline = kind === 'decline'
  const counterpart = request.counterpart?.userName ?? 'the team'
  const isLimited = useIsLimited('messaging')
  const draft = useDraft(`answer:${request._id}:${kind}`, StoredAnswer)
  const [{ reason, note }, setAnswer] = useState(
    draft.restored ?? {
      reason: 'later' as const,
      note: isDecline ? getReasonText('later', request) : '',
    },
  )
  const form = useRef<HTMLFormElement>(null)
  const firstReason = useRef<HTMLElement>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const tooLong = countCharacters(note.trim()) > JOIN_NOTE_MAX

  function change(next: z.infer<typeof StoredAnswer>) {
    setAnswer(next)
    draft.save(next)
  }
  function submit() {
    if (isSending || (tooLong && !isLimited)) return
    onSend(
      { answer: kind, note: isLimited ? '' : note, ...(isDecline && { reason }) },
      draft.discard,
    )
  }
  useSubmitShortcut(form, submit)
  useEffect(() => {
    // The button: accepting takes two presses, and no phone opens its keyboard for a note that nobody must write.
    const target = isDecline ? firstReason : sendButton
    target.current?.focus({ preventScroll: true })
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
              // A sentence that was edited stays.
              const isEdited = note !== getReasonText(reason, request)
              change({ reason: next, note: isEdited ? note : getReasonText(next, request) })
            }}
            firstRef={firstReason}
          />
        )}
        {isLimited ? (
          <div className="grid gap-2">
            <LazyLimitNotice activity="messaging" />
            <p className="text-sm">You can still answer, without a note.</p>
          </div>
        ) : (
          <Textarea
            label={isDecline ? 'Your answer' : `A note for ${counterpart}`}
            hint={isDecline ? 'Edit it as you like.' : 'Optional. They read it first.'}
            rows={2}
            max={JOIN_NOTE_MAX}
            value={note}
            onChange={(event) => change({ reason, note: event.target.value })}
            error={tooLong ? `A note cannot be more than ${JOIN_NOTE_MAX} characters` : undefined}
          />
        )}
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

import { APPEAL_MAX, APPEAL_MIN, AppealDraft } from '@dolph/contract/moderation/moderation'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { getErrorMessage } from '../../lib/api/api-error.ts'
import { useSubmitShortcut } from '../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ReadOnlyFields } from '../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDraft } from '../accounts/drafts.ts'
import { useAppeal } from './data.ts'

const FAILED = 'Your objection could not be sent. Please try again.'

interface Props {
  decisionId: string
  onClose: () => void
}

/** Asks once why a decision is wrong. What is typed is kept on the device. */
export function AppealForm({ decisionId, onClose }: Props) {
  const draft = useDraft(`appeal:${decisionId}`, z.string())
  const [text, setText] = useState(draft.restored ?? '')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const appeal = useAppeal(decisionId)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const parsed = z.safeParse(AppealDraft.shape.text, text)
  const isTooLong = text.trim().length > APPEAL_MIN && !parsed.success

  function change(next: string) {
    setText(next)
    if (next.trim() === '') draft.discard()
    else draft.save(next)
  }

  function submit() {
    if (appeal.isPending) return
    setIsSubmitted(true)
    if (!parsed.success) return field.current?.focus()
    appeal.mutate(parsed.data, {
      onSuccess: () => {
        draft.discard()
        toast.success('Thank you. We will look again, usually within a day.')
        onClose()
      },
    })
  }
  useSubmitShortcut(form, submit)
  useEffect(() => field.current?.focus(), [])

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid gap-4"
    >
      <ReadOnlyFields value={appeal.isPending}>
        <Textarea
          ref={field}
          dir="auto"
          label="Why is this decision wrong?"
          hint={`You can object once, with ${APPEAL_MIN} to ${APPEAL_MAX.toLocaleString('en')} characters.`}
          rows={4}
          max={APPEAL_MAX}
          value={text}
          onChange={(event) => change(event.target.value)}
          error={
            (isSubmitted || isTooLong) && !parsed.success
              ? parsed.error.issues[0]?.message
              : undefined
          }
        />
        {appeal.error && <Banner kind="error">{getErrorMessage(appeal.error, FAILED)}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={appeal.isPending}>
            Send objection
          </Button>
          <Button disabled={appeal.isPending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </ReadOnlyFields>
    </form>
  )
}

import { type Case, DECISION_TEXT_MAX, decideAppeal } from '@dolph/contract/review/review'
import type { UseMutationResult } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { z } from 'zod/mini'
import { ApiError, getErrorMessage } from '../../lib/api/api-error.ts'
import { SUBMIT_KEYS_LABEL, useSubmitShortcut } from '../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ReadOnlyFields } from '../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { useDraft } from '../accounts/drafts.ts'
import { CaseSection } from './case-section.tsx'

const Reason = decideAppeal.schema.body.shape.text
const FAILED = 'This could not be saved. Please try again.'

interface Props<Draft> {
  title: string
  hint: string
  submitLabel: string
  draftKey: string
  fieldRef: RefObject<HTMLTextAreaElement | null>
  mutation: UseMutationResult<Case, Error, Draft>
  /** Undefined while a choice is missing, to which it moves the focus. */
  buildDraft: (text: string) => Draft | undefined
  onDecided: () => void
  /** The choices above the reason. */
  children: ReactNode
}

/** A form of choices and a reason. Enter is a new line of the reason; the button and Ctrl+Enter send. */
export function ReasonForm<Draft>(props: Props<Draft>) {
  const { title, hint, submitLabel, draftKey, fieldRef, mutation, children } = props
  const draft = useDraft(draftKey, z.string())
  const [text, setText] = useState(draft.restored ?? '')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const parsed = z.safeParse(Reason, text)
  const reasonError = isSubmitted && !parsed.success ? parsed.error.issues[0]?.message : undefined
  // Another moderator was quicker: the page goes on to the next case.
  const isConflict = mutation.error instanceof ApiError && mutation.error.code === 'conflict'

  function change(next: string) {
    setText(next)
    if (next.trim() === '') draft.discard()
    else draft.save(next)
  }

  function submit() {
    if (mutation.isPending) return
    setIsSubmitted(true)
    const body = props.buildDraft(text)
    if (body === undefined) return
    if (!parsed.success) return fieldRef.current?.focus()
    mutation.mutate(body, {
      onSuccess: () => {
        draft.discard()
        toast.success('Decided')
        props.onDecided()
      },
      onError: (error) => {
        if (!(error instanceof ApiError) || error.code !== 'conflict') return
        draft.discard()
        toast.error(error.message)
        props.onDecided()
      },
    })
  }
  useSubmitShortcut(form, submit)

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Escape' && event.target === fieldRef.current) fieldRef.current.blur()
  }

  return (
    <CaseSection title={title}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields */}
      <form
        ref={form}
        noValidate
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="grid gap-5 rounded-card border border-line bg-surface p-5"
      >
        <ReadOnlyFields value={mutation.isPending}>
          {children}
          <Textarea
            ref={fieldRef}
            dir="auto"
            label="Reason"
            hint={`${hint} ${SUBMIT_KEYS_LABEL} decides.`}
            rows={2}
            max={DECISION_TEXT_MAX}
            value={text}
            onChange={(event) => change(event.target.value)}
            error={reasonError}
          />
          {mutation.error && !isConflict && (
            <Banner kind="error">{getErrorMessage(mutation.error, FAILED)}</Banner>
          )}
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            busy={mutation.isPending}
          >
            {submitLabel}
          </Button>
        </ReadOnlyFields>
      </form>
    </CaseSection>
  )
}

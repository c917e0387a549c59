import { COMMENT_MAX, CommentDraft } from '@dolph/contract/comments/comments'
import { countCharacters } from '@dolph/contract/primitives'
import { useEffect, useId, useRef, type FormEvent, type KeyboardEvent, type RefObject } from 'react'
import { z } from 'zod/mini'
import { SUBMIT_KEYS_LABEL } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CharacterCounter } from '../../../ui/forms/character-counter.tsx'
import { cx } from '../../../ui/cx.ts'
import { MentionList } from '../../mentions/mention-list.tsx'
import { useMentionSuggestions } from '../../mentions/use-mention-suggestions.ts'
import { getControlProps, FormField } from '../../../ui/forms/form-field.tsx'

/** The character counter appears once 80 % of the limit is used. */
const COUNTER_FROM = COMMENT_MAX * 0.8

interface Props {
  label: string
  placeholder: string
  submitLabel: string
  value: string
  onChange: (value: string) => void
  onSubmit: (content: string) => void
  /** Without it the form has no Cancel button. */
  onCancel?: () => void
  /** The reason why the server refused the text. */
  error?: string | undefined
  /** Whether the field takes the focus when the form appears. */
  focusOnMount?: boolean
  fieldRef?: RefObject<HTMLTextAreaElement | null>
}

/** The form for a new comment, a reply or an edit. */
export function CommentForm(props: Props) {
  const { label, placeholder, submitLabel, value, onChange, onSubmit, onCancel } = props
  const { error: serverError, focusOnMount = false, fieldRef } = props
  const id = useId()
  const ownRef = useRef<HTMLTextAreaElement>(null)
  const field = fieldRef ?? ownRef
  useFocusAtEnd(field, focusOnMount)
  const mentions = useMentionSuggestions({ field, value, onChange })

  const isEmpty = value.trim() === ''
  const parsed = z.safeParse(CommentDraft.shape.content, value)
  const error = isEmpty || parsed.success ? serverError : parsed.error.issues[0]?.message

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Focused before `onSubmit`: the caller may then move the focus elsewhere.
    field.current?.focus({ preventScroll: true })
    if (parsed.success) onSubmit(parsed.data)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || mentions.handleKey(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isEmpty) submit(event)
    if (event.key === 'Escape') onCancel?.()
  }

  return (
    <form noValidate onSubmit={submit} className="min-w-0">
      <FormField id={id} label={label} error={error}>
        <div
          className={cx(
            'relative grid rounded-control border border-edge bg-surface transition-colors',
            'hover:border-muted has-[textarea:focus-visible]:border-focus',
            'has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus',
            'has-aria-invalid:border-danger has-[textarea:focus-visible]:has-aria-invalid:outline-danger',
          )}
        >
          <MentionList {...mentions.suggestions} />
          <textarea
            ref={field}
            dir="auto"
            rows={2}
            value={value}
            placeholder={placeholder}
            onChange={({ target }) => {
              onChange(target.value)
              mentions.onInput(target.value, target.selectionStart)
            }}
            onKeyDown={onKeyDown}
            onBlur={mentions.close}
            {...getControlProps(id, { label, hint: HINT, error })}
            {...mentions.fieldProps}
            className="field-sizing-content max-h-[min(24rem,45dvh)] min-h-18 w-full resize-none rounded-control bg-transparent px-3 py-2.5 text-base/6 outline-none placeholder:text-faint sm:text-sm/6"
          />
          <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 p-2 pt-0">
            <p id={`${id}-hint`} className="mr-auto pl-1 text-xs text-faint">
              {HINT}
              <span className="pointer-coarse:hidden"> {SUBMIT_KEYS_LABEL} sends.</span>
            </p>
            {countCharacters(value) > COUNTER_FROM && (
              <CharacterCounter length={countCharacters(value.trim())} max={COMMENT_MAX} />
            )}
            <div className="flex gap-2">
              {onCancel && (
                <Button size="sm" variant="ghost" onClick={onCancel}>
                  Cancel
                </Button>
              )}
              <Button type="submit" size="sm" variant="primary" disabled={isEmpty}>
                {submitLabel}
              </Button>
            </div>
          </div>
        </div>
      </FormField>
    </form>
  )
}

const HINT = 'Markdown works.'

/** Focuses the field and puts the cursor at the end of its text. */
function useFocusAtEnd(field: RefObject<HTMLTextAreaElement | null>, isEnabled: boolean) {
  useEffect(() => {
    if (!isEnabled || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [field, isEnabled])
}

import { postUpdate, UPDATE_MAX } from '@dolph/contract/updates/updates'
import { useRef } from 'react'
import { z } from 'zod/mini'
import { useSubmitShortcut } from '../../lib/shortcuts/shortcut-keys.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ReadOnlyFields } from '../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../ui/forms/textarea.tsx'
import { MentionList } from '../mentions/mention-list.tsx'
import { useMentionSuggestions } from '../mentions/use-mention-suggestions.ts'

interface Props {
  label: string
  submitLabel: string
  value: string
  onChange: (value: string) => void
  onSubmit: (body: string) => void
  /** Without it the form has no Cancel button. */
  onCancel?: () => void
  isSending: boolean
  /** The reason why the server refused the text. */
  error: string | undefined
  focusOnMount?: boolean
}

/** The form for a new update or an edit. */
export function UpdateForm(props: Props) {
  const { label, submitLabel, value, onChange, onSubmit, onCancel, isSending } = props
  const form = useRef<HTMLFormElement>(null)
  const isEmpty = value.trim() === ''
  const parsed = z.safeParse(postUpdate.schema.body.shape.body, value)
  const error = isEmpty || parsed.success ? props.error : parsed.error.issues[0]?.message

  const submit = () => {
    if (parsed.success && !isSending) onSubmit(parsed.data)
  }
  useSubmitShortcut(form, submit)
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentionSuggestions({ field, value, onChange })

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="grid min-w-0 gap-3"
    >
      <ReadOnlyFields value={isSending}>
        <Textarea
          ref={field}
          {...mentions.fieldProps}
          toolbar={<MentionList {...mentions.suggestions} />}
          label={label}
          hint="Markdown works."
          dir="auto"
          rows={3}
          max={UPDATE_MAX}
          value={value}
          error={error}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the member has just asked for the form
          autoFocus={props.focusOnMount ?? false}
          onChange={({ target }) => {
            onChange(target.value)
            mentions.onInput(target.value, target.selectionStart)
          }}
          onKeyDown={(event) => {
            if (!event.nativeEvent.isComposing) mentions.handleKey(event)
          }}
          onBlur={mentions.close}
          className="relative [&_textarea]:min-h-20!"
        />
      </ReadOnlyFields>
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button size="sm" variant="ghost" disabled={isSending} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" variant="primary" busy={isSending} disabled={isEmpty}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

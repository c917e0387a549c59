import { countCharacters } from '@dolph/contract/primitives'
import { useId, useState, type ComponentProps } from 'react'
import { CharacterCounter } from './character-counter.tsx'
import { cx } from './cx.ts'
import { CONTROL_CLASS, getControlProps, FormField, type FieldTexts } from './form-field.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'id'> &
  FieldTexts & {
    /** Shows a counter. Typing on is allowed, so that a pasted text can be cut by its author; `maxLength` forbids it. */
    max?: number
    /** What the counter counts when a form library holds the value; otherwise it counts by itself. */
    typed?: string
  }

/** Several lines of text with label, hint, error and a counter. */
export function Textarea({ label, hint, error, max, typed, className, ...textarea }: Props) {
  const id = useId()
  const [own, setOwn] = useState(String(textarea.defaultValue ?? ''))
  const counted = typed ?? textarea.value?.toString() ?? own
  const counter = max !== undefined && (
    <CharacterCounter length={countCharacters(counted)} max={max} />
  )

  return (
    <FormField {...{ id, label, hint, error, className }} aside={counter}>
      <textarea
        rows={5}
        {...textarea}
        {...getControlProps(id, { label, hint, error })}
        onInput={(event) => {
          setOwn(event.currentTarget.value)
          textarea.onInput?.(event)
        }}
        className={cx(CONTROL_CLASS, 'field-sizing-content max-h-128 min-h-28 py-2.5 leading-6!')}
      />
    </FormField>
  )
}

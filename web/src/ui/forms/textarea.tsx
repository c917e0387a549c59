import { countCharacters } from '@dolph/contract/primitives'
import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { CharacterCounter } from './character-counter.tsx'
import { cx } from '../cx.ts'
import { CONTROL_CLASS, getControlProps, FormField, type FieldTexts } from './form-field.tsx'
import { useIsReadOnly } from './read-only-fields.ts'

type Props = Omit<ComponentProps<'textarea'>, 'id'> &
  FieldTexts & {
    /** Shows a counter, but does not limit the input: an author can shorten a pasted text. `maxLength` would cut it. */
    max?: number
    /** The current value, if a form library controls it; otherwise the counter reads the field. */
    typed?: string
    /** Between the label and the text. */
    toolbar?: ReactNode
  }

/** Several lines of text with label, hint, error and a counter. */
export function Textarea(props: Props) {
  const { label, hint, error, max, typed, toolbar, className, ...textarea } = props
  const id = useId()
  const isReadOnly = useIsReadOnly()
  const [ownText, setOwnText] = useState(String(textarea.defaultValue ?? ''))
  const countedText = typed ?? textarea.value?.toString() ?? ownText
  const counter = max !== undefined && (
    <CharacterCounter length={countCharacters(countedText)} max={max} />
  )

  return (
    <FormField
      id={id}
      label={label}
      hint={hint}
      error={error}
      className={className}
      aside={counter}
    >
      {toolbar}
      <textarea
        rows={5}
        readOnly={isReadOnly}
        {...textarea}
        {...getControlProps(id, { label, hint, error })}
        onInput={(event) => {
          setOwnText(event.currentTarget.value)
          textarea.onInput?.(event)
        }}
        className={cx(CONTROL_CLASS, 'field-sizing-content max-h-128 min-h-28 py-2.5 leading-6!')}
      />
    </FormField>
  )
}

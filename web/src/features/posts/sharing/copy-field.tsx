import { Check, Copy } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { CONTROL_CLASS } from '../../../ui/forms/form-field.tsx'

interface Props {
  label: string
  text: string
}

/** A text to copy. Where the browser refuses the clipboard, the text is selected instead. */
export function CopyField({ label, text }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [result, setResult] = useState<'copied' | 'selected' | null>(null)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setResult('copied')
    } catch {
      field.current?.focus()
      if (field.current) selectAll(field.current)
      setResult('selected')
    }
  }

  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="justify-self-start text-sm font-medium">
        {label}
      </label>
      <div className="flex min-w-0 gap-2">
        <input
          ref={field}
          id={id}
          readOnly
          dir="ltr"
          value={text}
          onFocus={({ currentTarget }) => selectAll(currentTarget)}
          // The browser scrolls to the caret of a press, which is not where the address begins.
          onClick={({ currentTarget }) => selectAll(currentTarget)}
          className={cx(CONTROL_CLASS, 'h-10 min-w-0 flex-1 truncate text-muted')}
        />
        <Button
          icon={result === 'copied' ? Check : Copy}
          aria-label={`Copy: ${label}`}
          onClick={() => void copy()}
          className="min-w-25"
        >
          {result === 'copied' ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p role="status" className={result === 'selected' ? 'text-sm text-muted' : 'sr-only'}>
        {result && RESULT_TEXTS[result]}
      </p>
    </div>
  )
}

/** From the end to the beginning, so that the beginning of a long text stays in sight. */
function selectAll(field: HTMLInputElement): void {
  field.setSelectionRange(0, field.value.length, 'backward')
  field.scrollLeft = 0
}

const RESULT_TEXTS = {
  copied: 'Copied',
  selected:
    'Your browser blocked copying. The text is selected, so you can copy it from the field.',
}

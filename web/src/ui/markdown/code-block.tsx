import { Check, Copy } from 'lucide-react'
import type { ComponentProps, Ref } from 'react'
import { getButtonClass } from '../buttons/button-class.ts'
import { getLanguageName } from './language-name.ts'

type Props = Pick<ComponentProps<'pre'>, 'tabIndex' | 'children'> & {
  'data-language'?: string | undefined
  'data-folded-lines'?: number | undefined
  frameRef?: Ref<HTMLDivElement>
}

/** Code with the name of its language and a button that copies it; long code of a message has one that unfolds it. `TextFrame` listens to both. */
export function CodeBlock({ frameRef, tabIndex, children, ...block }: Props) {
  const { 'data-language': language, 'data-folded-lines': lines } = block
  return (
    <div
      ref={frameRef}
      className="code-block"
      dir="ltr"
      data-folded={lines === undefined ? undefined : ''}
    >
      <div className="code-block-bar">
        <span className="truncate">{getLanguageName(language)}</span>
        <button type="button" aria-label="Copy code" data-copy-code className={BUTTON_CLASS}>
          <Copy className="size-4 shrink-0 group-data-copied:hidden" aria-hidden="true" />
          <Check className="hidden size-4 shrink-0 group-data-copied:block" aria-hidden="true" />
          <span className="group-data-copied:hidden">Copy</span>
          <span className="hidden group-data-copied:inline">Copied</span>
        </button>
        <span role="status" className="sr-only" />
      </div>
      <pre tabIndex={tabIndex}>{children}</pre>
      {lines !== undefined && (
        <button type="button" data-unfold-code className={UNFOLD_CLASS}>
          Show all {lines} lines
        </button>
      )}
    </div>
  )
}

const UNFOLD_CLASS = getButtonClass({ variant: 'ghost', size: 'sm', className: 'w-full' })

/** As wide as the longer text, so that nothing moves. */
const BUTTON_CLASS = getButtonClass({
  variant: 'ghost',
  size: 'sm',
  className: 'group min-w-24 noscript:hidden',
})

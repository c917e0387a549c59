import { Check, Copy } from 'lucide-react'
import type { ComponentProps } from 'react'
import { getButtonClass } from '../buttons/button-class.ts'
import { getLanguageName } from './language-name.ts'

type Props = Pick<ComponentProps<'pre'>, 'tabIndex' | 'children'> & {
  'data-language'?: string | undefined
}

/** Code with the name of its language and a button that copies it, which `TextFrame` listens to. */
export function CodeBlock({ tabIndex, children, 'data-language': language }: Props) {
  return (
    <div className="code-block" dir="ltr">
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
    </div>
  )
}

/** As wide as the longer text, so that nothing moves. */
const BUTTON_CLASS = getButtonClass({
  variant: 'ghost',
  size: 'sm',
  className: 'group min-w-24 noscript:hidden',
})

import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { Button } from '../buttons/button.tsx'
import { toast } from '../overlays/toast.tsx'
import { getLanguageName } from './language-name.ts'

const COPIED_MS = 2000

type Props = Pick<ComponentProps<'pre'>, 'tabIndex' | 'children'> & {
  'data-language'?: string | undefined
}

/** Code with the name of its language and a button that copies it. */
export function CodeBlock({ tabIndex, children, 'data-language': language }: Props) {
  const code = useRef<HTMLPreElement>(null)
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText((code.current?.textContent ?? '').replace(/\n$/, ''))
      setIsCopied(true)
    } catch {
      toast.error('The code could not be copied. Please select it and copy it yourself.')
    }
  }

  return (
    <div className="code-block" dir="ltr">
      <div className="code-block-bar">
        <span className="truncate">{getLanguageName(language)}</span>
        <Button
          variant="ghost"
          size="sm"
          icon={isCopied ? Check : Copy}
          // As wide as the longer text, so that nothing moves.
          className="min-w-24"
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
          <span className="sr-only"> code</span>
        </Button>
        <span role="status" className="sr-only">
          {isCopied ? 'Copied' : ''}
        </span>
      </div>
      <pre ref={code} tabIndex={tabIndex}>
        {children}
      </pre>
    </div>
  )
}

import type { ReactNode } from 'react'
import { SUBMIT_KEYS_LABEL } from '../../../lib/shortcuts/shortcut-keys.ts'
import { Banner } from '../../../ui/banner.tsx'

interface Props {
  /** The error that prevented submitting, shown above the buttons. */
  problem: string | undefined
  /** The buttons. */
  children: ReactNode
  note: ReactNode
  aside?: ReactNode
}

/** The end of a post form: error, buttons and draft note. */
export function PostFormFooter({ problem, children, note, aside }: Props) {
  return (
    <div className="grid gap-4">
      {problem && <Banner kind="error">{problem}</Banner>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex gap-2">{children}</div>
        <kbd className="hidden font-sans text-xs text-faint lg:pointer-fine:inline">
          {SUBMIT_KEYS_LABEL}
        </kbd>
        {note}
        {aside}
      </div>
    </div>
  )
}

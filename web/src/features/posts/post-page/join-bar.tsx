import type { ReactNode } from 'react'
import { cx } from '../../../ui/cx.ts'

interface Props {
  /** How many roles are open, or another word beside the button. */
  label: string
  action: ReactNode
}

/** How to join a project, at the bottom of a phone as long as its page is on the screen. */
export function JoinBar({ label, action }: Props) {
  return (
    <div data-join-bar="" className={BAR_CLASS}>
      <div className="mx-auto flex max-w-[35rem] items-center justify-between gap-4">
        <p className={LABEL_CLASS}>{label}</p>
        {action}
      </div>
    </div>
  )
}

/** '2 roles open' */
export function countOpenRoles(count: number): string {
  return count === 1 ? '1 role open' : `${count} roles open`
}

/** Makes room for the button that writes a comment, which stands there on phones. */
const LABEL_CLASS = cx(
  'min-w-0 truncate text-sm text-muted max-sm:in-[:root:has([data-write-bar])]:invisible',
  'max-sm:in-[:root:has([data-write-bar])]:min-w-37 max-[24rem]:in-[:root:has([data-write-bar])]:min-w-10',
)

const BAR_CLASS =
  'sticky bottom-(--bottom-bar) z-10 -mx-4 mt-8 -mb-5 border-t border-line bg-canvas px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] [visibility:var(--bottom-bar-visibility)] sm:-mx-6 sm:-mb-8 sm:px-6 lg:hidden'

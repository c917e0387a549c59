import type { ReactNode } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'

interface Props {
  title: string
  lead: string
  children?: ReactNode
  /** The buttons before Skip. */
  actions?: ReactNode
  /** Absent for a step that cannot be skipped. */
  onSkip?: () => void
}

/** A question, its field, and the way on. */
export function StepLayout({ title, lead, children, actions, onSkip }: Props) {
  return (
    <>
      <div className="grid gap-0.5">
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="text-sm text-pretty text-muted">{lead}</p>
      </div>
      {children}
      <div className="flex flex-wrap gap-2">
        {actions}
        {onSkip && (
          <Button variant="ghost" onClick={onSkip}>
            Skip
          </Button>
        )}
      </div>
    </>
  )
}

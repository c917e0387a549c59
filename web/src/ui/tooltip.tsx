import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

const OPEN_DELAY_MS = 400

interface Props {
  label: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** The element that is explained. It must carry its own accessible name. */
  children: ReactElement
}

export function Tooltip({ label, side = 'bottom', children }: Props) {
  return (
    <Base.Root>
      <Base.Trigger delay={OPEN_DELAY_MS} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="pop max-w-72 rounded-sm bg-ink px-2 py-1 text-xs font-medium text-canvas">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** Lets the next tooltip open at once while one is already open. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return <Base.Provider>{children}</Base.Provider>
}

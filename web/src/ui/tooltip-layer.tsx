import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useActiveTooltip } from './use-active-tooltip.ts'

/** Base UI places it and takes it away on Escape. Its own triggers would be on every page, with all of its code. */
export function TooltipLayer({ first }: { first: Element }) {
  const { anchor, label, side, isOpen, close } = useActiveTooltip(first)
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-50">
          {/* For the eye: what it explains says the same by its own name. */}
          <Base.Popup
            aria-hidden="true"
            data-tooltip-popup
            className="pop max-w-72 rounded-sm bg-ink px-2 py-1 text-xs font-medium text-canvas"
          >
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

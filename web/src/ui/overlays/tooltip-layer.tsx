import { Tooltip as Base } from '@base-ui/react/tooltip'
import { useActiveTooltip } from './use-active-tooltip.ts'

/** Base UI positions the tooltip and closes it on Escape. Its triggers are not used: every page would load their code. */
export function TooltipLayer({ firstTarget }: { firstTarget: Element }) {
  const { anchor, label, side, isOpen, close } = useActiveTooltip(firstTarget)
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => !next && close()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side={side} sideOffset={6} className="z-50">
          {/* Hidden from screen readers, which read the accessible name of the anchor. */}
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

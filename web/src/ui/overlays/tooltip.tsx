import { cloneElement, useEffect, useState, type ReactElement } from 'react'
import { createLazyModule } from '../../lib/lazy-module.ts'
import { findTooltipTarget, type TooltipSide } from './tooltip-target.ts'
import { LazyPart } from '../lazy-part.tsx'

interface Props {
  label: string | undefined
  /** The shortcut of the same action. */
  keys?: string | undefined
  side?: TooltipSide
  /** The element with the tooltip. It must have an accessible name. */
  children: ReactElement<TooltipAttributes>
}

type TooltipAttributes = {
  [name in 'data-tooltip' | 'data-tooltip-keys' | 'data-tooltip-side']?: string | undefined
}

/** Only sets attributes on the element: `Tooltips` renders one tooltip for the whole page. */
export function Tooltip({ label, keys, side, children }: Props) {
  return cloneElement(children, {
    'data-tooltip': label,
    'data-tooltip-keys': keys,
    'data-tooltip-side': side,
  })
}

const lazyTooltipLayer = createLazyModule(
  async () => (await import('./tooltip-layer.tsx')).TooltipLayer,
)

/** The tooltip of the page. Its code loads when an element with a tooltip is first hovered or focused. Once per page. */
export function Tooltips() {
  const [firstTarget, setFirstTarget] = useState<Element | null>(null)

  useEffect(() => {
    if (firstTarget) return undefined
    const onHoverOrFocus = (event: Event) => setFirstTarget(findTooltipTarget(event))
    document.addEventListener('pointerover', onHoverOrFocus, { passive: true })
    document.addEventListener('focusin', onHoverOrFocus)
    return () => {
      document.removeEventListener('pointerover', onHoverOrFocus)
      document.removeEventListener('focusin', onHoverOrFocus)
    }
  }, [firstTarget])

  return firstTarget && <LazyPart part={lazyTooltipLayer} props={{ firstTarget }} />
}

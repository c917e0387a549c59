import { cloneElement, useEffect, useState, type ReactElement } from 'react'
import { createLazyModule } from '../lib/lazy-module.ts'
import { findTooltipTarget, type TooltipSide } from './tooltip-target.ts'
import { LazyPart } from './lazy-part.tsx'

interface Props {
  label: string | undefined
  /** Those that do the same. */
  keys?: string | undefined
  side?: TooltipSide
  /** The element that is explained. It must carry its own accessible name. */
  children: ReactElement<TooltipAttributes>
}

type TooltipAttributes = {
  [mark in 'data-tooltip' | 'data-tooltip-keys' | 'data-tooltip-side']?: string | undefined
}

/** Only marks the element: one tooltip, drawn by `Tooltips`, serves the whole page. */
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

/** The tooltip of the page; its code comes when something that has one is pointed at or tabbed to. Once per page. */
export function Tooltips() {
  const [first, setFirst] = useState<Element | null>(null)

  useEffect(() => {
    if (first) return undefined
    const look = (event: Event) => setFirst(findTooltipTarget(event))
    document.addEventListener('pointerover', look, { passive: true })
    document.addEventListener('focusin', look)
    return () => {
      document.removeEventListener('pointerover', look)
      document.removeEventListener('focusin', look)
    }
  }, [first])

  return first && <LazyPart part={lazyTooltipLayer} props={{ first }} />
}

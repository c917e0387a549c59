import { useEffect, useState } from 'react'
import { formatKeys } from '../../lib/shortcuts/shortcut-keys.ts'
import { formatExactTime } from '../exact-time.ts'
import { findTooltipTarget, type TooltipSide } from './tooltip-target.ts'

const OPEN_DELAY_MS = 400
/** While a tooltip is open, or was until a moment ago, the next one opens at once. */
const REOPEN_WINDOW_MS = 400
/** Long enough to reach the tooltip itself with the mouse. */
const CLOSE_DELAY_MS = 100

interface TooltipContent {
  anchor: Element
  label: string
  side: TooltipSide
}

/** Content and state of the page's tooltip; `firstTarget` is the element that it was loaded for. */
export function useActiveTooltip(firstTarget: Element) {
  const [content, setContent] = useState<TooltipContent>(() => readTooltipContent(firstTarget))
  const [isOpen, setOpen] = useState(false)
  const [controller] = useState(() =>
    createTooltipController((anchor) => {
      if (anchor) setContent(readTooltipContent(anchor))
      setOpen(anchor !== null)
    }),
  )

  useEffect(() => controller.start(firstTarget), [controller, firstTarget])

  return { ...content, isOpen, close: controller.close }
}

function createTooltipController(show: (anchor: Element | null) => void) {
  let hovered: Element | null = null
  let openAnchor: Element | null = null
  let closedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function setTimer(milliseconds: number, callback: () => void) {
    clearTimeout(timer)
    timer = setTimeout(callback, milliseconds)
  }

  function open(anchor: Element) {
    clearTimeout(timer)
    // The popup of an open menu or popover is where the tooltip would be.
    if (!anchor.isConnected || anchor.hasAttribute('data-popup-open')) return
    openAnchor = anchor
    show(anchor)
  }

  function close() {
    clearTimeout(timer)
    if (!openAnchor) return
    openAnchor = null
    closedAt = performance.now()
    show(null)
  }

  function onTargetChange(anchor: Element | null) {
    if (anchor === hovered) return
    hovered = anchor
    if (anchor === null) setTimer(CLOSE_DELAY_MS, close)
    else if (anchor === openAnchor) clearTimeout(timer)
    else if (openAnchor || performance.now() - closedAt < REOPEN_WINDOW_MS) open(anchor)
    else setTimer(OPEN_DELAY_MS, () => open(anchor))
  }

  const onPointerOver = (event: Event) => {
    const isOnTooltip =
      event.target instanceof Element && event.target.closest('[data-tooltip-popup]')
    // The tooltip stays open while the pointer rests on it.
    onTargetChange(isOnTooltip ? openAnchor : findTooltipTarget(event))
  }
  const onPointerLeave = () => onTargetChange(null)
  const onFocusIn = (event: Event) => {
    const anchor = findTooltipTarget(event)
    if (anchor) open(anchor)
  }

  return {
    close,
    start: (firstTarget: Element) => {
      if (firstTarget.matches(':focus-visible')) open(firstTarget)
      else if (firstTarget.matches(':hover')) onTargetChange(firstTarget)
      document.addEventListener('pointerover', onPointerOver, { passive: true })
      document.documentElement.addEventListener('pointerleave', onPointerLeave)
      document.addEventListener('focusin', onFocusIn)
      document.addEventListener('focusout', close)
      // A pressed element needs no explanation, and may disappear.
      document.addEventListener('pointerdown', close, { passive: true })
      document.addEventListener('click', close)
      return () => {
        clearTimeout(timer)
        document.removeEventListener('pointerover', onPointerOver)
        document.documentElement.removeEventListener('pointerleave', onPointerLeave)
        document.removeEventListener('focusin', onFocusIn)
        document.removeEventListener('focusout', close)
        document.removeEventListener('pointerdown', close)
        document.removeEventListener('click', close)
      }
    },
  }
}

function readTooltipContent(anchor: Element): TooltipContent {
  const label =
    anchor instanceof HTMLTimeElement
      ? formatExactTime(anchor.dateTime)
      : (anchor.getAttribute('data-tooltip') ?? '')
  const keys = anchor.getAttribute('data-tooltip-keys')
  const side = anchor.getAttribute('data-tooltip-side')
  return {
    anchor,
    label: keys ? `${label} · ${formatKeys(keys)}` : label,
    side: side === 'top' || side === 'left' || side === 'right' ? side : 'bottom',
  }
}

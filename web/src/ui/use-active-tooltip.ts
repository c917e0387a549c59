import { useEffect, useState } from 'react'
import { formatKeys } from '../lib/shortcut-keys.ts'
import { findTooltipTarget, type TooltipSide } from './tooltip-target.ts'

const OPEN_DELAY_MS = 400
/** While one is open, or was a moment ago, the next one opens at once. */
const REOPEN_WINDOW_MS = 400
/** Long enough to reach the tooltip itself with the mouse. */
const CLOSE_DELAY_MS = 100

interface TooltipContent {
  anchor: Element
  label: string
  side: TooltipSide
}

/** What the tooltip of the page is about, and whether it is open; `first` is what it was loaded for. */
export function useActiveTooltip(first: Element) {
  const [about, setAbout] = useState<TooltipContent>(() => readTooltipContent(first))
  const [isOpen, setOpen] = useState(false)
  const [watch] = useState(() =>
    createTooltipController((anchor) => {
      if (anchor) setAbout(readTooltipContent(anchor))
      setOpen(anchor !== null)
    }),
  )

  useEffect(() => watch.start(first), [watch, first])

  return { ...about, isOpen, close: watch.close }
}

function createTooltipController(show: (anchor: Element | null) => void) {
  let over: Element | null = null
  let shown: Element | null = null
  let closedAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function after(milliseconds: number, act: () => void) {
    clearTimeout(timer)
    timer = setTimeout(act, milliseconds)
  }

  function open(anchor: Element) {
    clearTimeout(timer)
    if (!anchor.isConnected) return
    shown = anchor
    show(anchor)
  }

  function close() {
    clearTimeout(timer)
    if (!shown) return
    shown = null
    closedAt = performance.now()
    show(null)
  }

  function point(anchor: Element | null) {
    if (anchor === over) return
    over = anchor
    if (anchor === null) after(CLOSE_DELAY_MS, close)
    else if (anchor === shown) clearTimeout(timer)
    else if (shown || performance.now() - closedAt < REOPEN_WINDOW_MS) open(anchor)
    else after(OPEN_DELAY_MS, () => open(anchor))
  }

  const onPointer = (event: Event) => {
    const isOnTooltip =
      event.target instanceof Element && event.target.closest('[data-tooltip-popup]')
    // Whoever rests on it goes on reading.
    point(isOnTooltip ? shown : findTooltipTarget(event))
  }
  const onLeave = () => point(null)
  const onFocus = (event: Event) => {
    const anchor = findTooltipTarget(event)
    if (anchor) open(anchor)
  }

  return {
    close,
    start: (first: Element) => {
      if (first.matches(':focus-visible')) open(first)
      else if (first.matches(':hover')) point(first)
      document.addEventListener('pointerover', onPointer, { passive: true })
      document.documentElement.addEventListener('pointerleave', onLeave)
      document.addEventListener('focusin', onFocus)
      document.addEventListener('focusout', close)
      // What is pressed has been understood, and may be gone afterwards.
      document.addEventListener('pointerdown', close, { passive: true })
      document.addEventListener('click', close)
      return () => {
        clearTimeout(timer)
        document.removeEventListener('pointerover', onPointer)
        document.documentElement.removeEventListener('pointerleave', onLeave)
        document.removeEventListener('focusin', onFocus)
        document.removeEventListener('focusout', close)
        document.removeEventListener('pointerdown', close)
        document.removeEventListener('click', close)
      }
    },
  }
}

function readTooltipContent(anchor: Element): TooltipContent {
  const label = anchor.getAttribute('data-tooltip') ?? ''
  const keys = anchor.getAttribute('data-tooltip-keys')
  const side = anchor.getAttribute('data-tooltip-side')
  return {
    anchor,
    label: keys ? `${label} · ${formatKeys(keys)}` : label,
    side: side === 'top' || side === 'left' || side === 'right' ? side : 'bottom',
  }
}

import { useEffect, useState } from 'react'
import { shownKeys } from '../lib/shortcut.ts'
import { explainedBy, type Side } from './explained.ts'

const OPEN_DELAY_MS = 400
/** While one is open, or was a moment ago, the next one opens at once. */
const STILL_READING_MS = 400
/** Long enough to reach the tooltip itself with the mouse. */
const LEAVE_MS = 100

interface Explained {
  anchor: Element
  label: string
  side: Side
}

/** What the tooltip of the page is about, and whether it is open; `first` is what it was loaded for. */
export function useExplained(first: Element) {
  const [about, setAbout] = useState<Explained>(() => explain(first))
  const [isOpen, setOpen] = useState(false)
  const [watch] = useState(() =>
    watching((anchor) => {
      if (anchor) setAbout(explain(anchor))
      setOpen(anchor !== null)
    }),
  )

  useEffect(() => watch.start(first), [watch, first])

  return { ...about, isOpen, close: watch.close }
}

function watching(show: (anchor: Element | null) => void) {
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
    if (anchor === null) after(LEAVE_MS, close)
    else if (anchor === shown) clearTimeout(timer)
    else if (shown || performance.now() - closedAt < STILL_READING_MS) open(anchor)
    else after(OPEN_DELAY_MS, () => open(anchor))
  }

  const onPointer = (event: Event) => {
    const isOnTooltip =
      event.target instanceof Element && event.target.closest('[data-tooltip-popup]')
    // Whoever rests on it goes on reading.
    point(isOnTooltip ? shown : explainedBy(event))
  }
  const onLeave = () => point(null)
  const onFocus = (event: Event) => {
    const anchor = explainedBy(event)
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

function explain(anchor: Element): Explained {
  const label = anchor.getAttribute('data-tooltip') ?? ''
  const keys = anchor.getAttribute('data-tooltip-keys')
  const side = anchor.getAttribute('data-tooltip-side')
  return {
    anchor,
    label: keys ? `${label} · ${shownKeys(keys)}` : label,
    side: side === 'top' || side === 'left' || side === 'right' ? side : 'bottom',
  }
}

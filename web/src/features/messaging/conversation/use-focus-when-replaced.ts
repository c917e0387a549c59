import { useEffect, useRef, type RefObject } from 'react'
import type { ComposerHandle } from './composer.tsx'

/** Gives the focus that the composer had to the one that takes its place. */
export function useFocusWhenReplaced(
  key: string | undefined,
  composer: RefObject<ComposerHandle | null>,
): void {
  const previous = useRef(key)
  useEffect(() => {
    if (previous.current === key) return
    previous.current = key
    if (document.activeElement === document.body) composer.current?.focus({ preventScroll: true })
  }, [key, composer])
}

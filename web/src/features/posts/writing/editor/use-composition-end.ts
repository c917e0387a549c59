import { useEffect, useRef, type RefObject } from 'react'

/**
 * Returns a function that resolves once nothing is being composed in the text field. A change of the text while an input
 * method composes a character would end the composition and leave its parts in the text.
 */
export function useCompositionEnd(
  field: RefObject<HTMLTextAreaElement | null>,
): () => Promise<void> {
  const composition = useRef<PromiseWithResolvers<void>>(null)

  useEffect(() => {
    const element = field.current
    const start = () => {
      composition.current ??= Promise.withResolvers()
    }
    const end = () => {
      composition.current?.resolve()
      composition.current = null
    }
    element?.addEventListener('compositionstart', start)
    element?.addEventListener('compositionend', end)
    return () => {
      element?.removeEventListener('compositionstart', start)
      element?.removeEventListener('compositionend', end)
      end()
    }
  }, [field])

  return async () => {
    // Another one may have begun before the end of the first was noticed.
    while (composition.current) await composition.current.promise
  }
}

import { lazy, useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'

const loadProductIllustration = async () =>
  (await import('./product-illustration.tsx')).ProductIllustration
/** The prerender draws the picture; a browser that finds it in the page needs none of the code behind it. */
const PrerenderedIllustration = import.meta.env.SSR ? await loadProductIllustration() : undefined

/** For those who come from another page, which stays until the picture is there. They get along without one. */
const LazyIllustration = lazy(async () => ({
  default: await loadProductIllustration().catch(() => () => null),
}))

export function LazyProductIllustration() {
  const isInPage = !useHydrated()
  const [isKept] = useState(isInPage)

  if (PrerenderedIllustration) {
    return (
      <div>
        <PrerenderedIllustration />
      </div>
    )
  }
  // React leaves alone what stands in an element that is said to hold HTML. None is ever set.
  if (isKept) return <div dangerouslySetInnerHTML={UNTOUCHED_HTML} suppressHydrationWarning />
  return (
    <div>
      <LazyIllustration />
    </div>
  )
}

const UNTOUCHED_HTML = { __html: '' }

import { lazy, useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'

const loadProductIllustration = async () =>
  (await import('./product-illustration.tsx')).ProductIllustration
/** Rendered into the page by the prerender; a browser that finds it there never loads its code. */
const PrerenderedIllustration = import.meta.env.SSR ? await loadProductIllustration() : undefined

/** For a visitor who comes from another page, which stays until this has loaded. After a failure nothing is shown. */
const LazyIllustration = lazy(async () => ({
  default: await loadProductIllustration().catch(() => () => null),
}))

export function LazyProductIllustration() {
  const isHydrating = !useHydrated()
  const [isPrerendered] = useState(isHydrating)

  if (PrerenderedIllustration) {
    return (
      <div>
        <PrerenderedIllustration />
      </div>
    )
  }
  // React does not touch the content of an element with inner HTML, so the prerendered one stays. None is ever set.
  if (isPrerendered)
    return <div dangerouslySetInnerHTML={UNTOUCHED_HTML} suppressHydrationWarning />
  return (
    <div>
      <LazyIllustration />
    </div>
  )
}

const UNTOUCHED_HTML = { __html: '' }

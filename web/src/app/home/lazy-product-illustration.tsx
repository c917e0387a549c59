import { lazy, useState } from 'react'
import { useHydrated } from '../../lib/use-hydrated.ts'

const loadProductIllustration = async () =>
  (await import('./product-illustration.tsx')).ProductIllustration
/** Rendered into the page by the prerender; a browser that finds it there never loads its code. */
const PrerenderedIllustration = import.meta.env.SSR ? await loadProductIllustration() : undefined

/** Used after client-side navigation; the router keeps the previous page until it has loaded. After a failure nothing is shown. */
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
  // Empty inner HTML makes React keep the prerendered content.
  if (isPrerendered)
    return <div dangerouslySetInnerHTML={KEEP_PRERENDERED_HTML} suppressHydrationWarning />
  return (
    <div>
      <LazyIllustration />
    </div>
  )
}

const KEEP_PRERENDERED_HTML = { __html: '' }

import { lazy, useState } from 'react'
import { useHydrated } from '../../lib/hydrated.ts'

const load = async () => (await import('./product-picture.tsx')).ProductPicture
/** The prerender draws the picture; a browser that finds it in the page needs none of the code behind it. */
const Drawn = import.meta.env.SSR ? await load() : undefined

/** For those who come from another page, which stays until the picture is there. They get along without one. */
const Late = lazy(async () => ({ default: await load().catch(() => () => null) }))

export function PictureOfProduct() {
  const isInPage = !useHydrated()
  const [isKept] = useState(isInPage)

  if (Drawn) {
    return (
      <div>
        <Drawn />
      </div>
    )
  }
  // React leaves alone what stands in an element that is said to hold HTML. None is ever set.
  if (isKept) return <div dangerouslySetInnerHTML={LEFT_ALONE} suppressHydrationWarning />
  return (
    <div>
      <Late />
    </div>
  )
}

const LEFT_ALONE = { __html: '' }

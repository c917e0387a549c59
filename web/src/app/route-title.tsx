import { useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import { fullTitle, pageOf } from './page.ts'

/** Keeps the tab's title true, and says the new one aloud when the page changes. */
export function RouteTitle() {
  const title = fullTitle(pageOf(useMatches()))
  const [first] = useState(title)

  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <p role="status" className="sr-only">
      {title === first ? '' : title}
    </p>
  )
}

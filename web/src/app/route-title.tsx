import { useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import { useUnread } from '../features/messaging/data.ts'
import { fullTitle, pageOf } from './page.ts'
import { useCountInTitle } from './title-count.ts'

/** Keeps the tab's title true, and says the new one aloud when the page changes. */
export function RouteTitle() {
  const title = fullTitle(pageOf(useMatches()))
  const [first] = useState(title)

  useEffect(() => {
    document.title = title
  }, [title])
  useCountInTitle(useUnread())

  return (
    <p role="status" className="sr-only">
      {title === first ? '' : title}
    </p>
  )
}

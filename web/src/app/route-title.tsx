import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useUnread } from '../features/messaging/unread.ts'
import { tellHead } from './head.ts'
import { fullTitle, pageOf } from './page.ts'
import { useCountInTitle } from './title-count.ts'

/** Keeps the tab's title and the head true, and says the new one aloud when the page changes. */
export function RouteTitle() {
  const { pathname } = useLocation()
  const page = pageOf(useMatches())
  const title = fullTitle(page)
  const [first] = useState(title)

  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => tellHead(page, pathname), [page, pathname])
  useCountInTitle(useUnread())

  return (
    <p role="status" className="sr-only">
      {title === first ? '' : title}
    </p>
  )
}

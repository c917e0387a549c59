import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useUnreadCount } from '../features/messaging/use-unread-count.ts'
import { updateDocumentHead } from './document-head.ts'
import { getDocumentTitle, getPageMeta } from './page-meta.ts'
import { useTitleCount } from './title-count.ts'

/** Keeps the tab's title and the head true, and says the new one aloud when the page changes. */
export function RouteTitle() {
  const { pathname } = useLocation()
  const page = getPageMeta(useMatches())
  const title = getDocumentTitle(page)
  const [first] = useState(title)

  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => updateDocumentHead(page, pathname), [page, pathname])
  useTitleCount(useUnreadCount())

  return (
    <p role="status" className="sr-only">
      {title === first ? '' : title}
    </p>
  )
}

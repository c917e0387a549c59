import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { useUnreadCount } from '../../features/messaging/use-unread-count.ts'
import { useUnreadNotifications } from '../../features/notifications/use-unread-notifications.ts'
import { updateDocumentHead } from '../../lib/url/document-head.ts'
import { getDocumentTitle, getPageMeta } from '../../lib/routes/page-meta.ts'
import { useTitleCount } from '../header/title-count.ts'

/** Updates title and head when the page changes, and announces the new title to screen readers. */
export function RouteTitle() {
  const { pathname } = useLocation()
  const page = getPageMeta(useMatches())
  const title = getDocumentTitle(page)
  const [initialTitle] = useState(title)

  // Also when only the path changes: otherwise the next profile or post, until it is loaded, has the name of the previous one.
  useEffect(() => {
    document.title = title
    updateDocumentHead(page, pathname)
  }, [title, page, pathname])
  useTitleCount(useUnreadCount() + useUnreadNotifications())

  return (
    <p role="status" className="sr-only">
      {title === initialTitle ? '' : title}
    </p>
  )
}

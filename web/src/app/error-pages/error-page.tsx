import { useEffect } from 'react'
import { House, RotateCw } from 'lucide-react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { reportClientError } from '../../lib/api/report-client-error.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { Notice } from '../notice.tsx'

/** Shown in place of a page that threw. */
export function ErrorPage() {
  const error = useRouteError()
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!isNotFound) reportClientError('script')
  }, [isNotFound])
  if (isNotFound) return <NotFoundPage />

  return (
    <Notice
      title="Oops! Something went wrong"
      action={
        <>
          <Button variant="primary" size="lg" icon={RotateCw} onClick={() => location.reload()}>
            Refresh Page
          </Button>
          {/* Loads a new document, which discards the broken state. */}
          <ButtonLink to="/" size="lg" icon={House} reloadDocument>
            Go Home
          </ButtonLink>
        </>
      }
    >
      This page could not be shown. Refreshing it usually helps.
    </Notice>
  )
}

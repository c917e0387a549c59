import { useEffect } from 'react'
import { House, RotateCw } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { reportClientError } from '../../lib/api/report-client-error.ts'
import { Notice } from '../notice.tsx'

/** Shown in place of a page that threw. An unknown path is no error: the router has a route for it. */
export function ErrorPage() {
  useEffect(() => reportClientError('script'), [])

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

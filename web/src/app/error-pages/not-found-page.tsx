import { House, Search } from 'lucide-react'
import { ButtonLink } from '../../ui/buttons/button-link.tsx'
import { Notice } from '../notice.tsx'

export function NotFoundPage() {
  return (
    <Notice
      title="Page not found"
      action={
        <>
          <ButtonLink to="/browse" variant="primary" size="lg" icon={Search}>
            Browse Projects
          </ButtonLink>
          <ButtonLink to="/" size="lg" icon={House}>
            Go Home
          </ButtonLink>
        </>
      }
    >
      Nothing lives at this address. It may have moved, or the link may be incomplete.
    </Notice>
  )
}

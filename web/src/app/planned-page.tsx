import { ButtonLink } from '../ui/button-link.tsx'
import { Notice } from './notice.tsx'

export interface PlannedPageProps {
  title: string
  /** In plain words, what the page will be for. */
  purpose: string
  link: { to: string; label: string }
}

/** Stands where a page of the product is not built yet, and says so. */
export function PlannedPage({ title, purpose, link }: PlannedPageProps) {
  return (
    <Notice
      title={title}
      action={
        <ButtonLink to={link.to} variant="primary" size="lg">
          {link.label}
        </ButtonLink>
      }
    >
      <p>{purpose}</p>
      <p className="mt-3 text-base text-faint">This page is not built yet.</p>
    </Notice>
  )
}

import { ButtonLink } from '../ui/button-link.tsx'
import { Notice } from './notice.tsx'
import type { ReactNode } from 'react'

export interface PlannedPageProps {
  title: string
  /** In plain words, what the page will be for. */
  purpose: string
  link: { to: string; label: string }
  /** What of it works already. */
  children?: ReactNode
}

/** Stands where a page of the product is not built yet, and says so. */
export function PlannedPage({ title, purpose, link, children }: PlannedPageProps) {
  return (
    <Notice
      title={title}
      action={
        <>
          {children}
          <ButtonLink to={link.to} variant="primary" size="lg">
            {link.label}
          </ButtonLink>
        </>
      }
    >
      <p>{purpose}</p>
      <p className="mt-3 text-base text-faint">This page is not built yet.</p>
    </Notice>
  )
}

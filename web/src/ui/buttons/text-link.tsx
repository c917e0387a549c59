import { Link, type LinkProps } from 'react-router'

/** A link in or beside a sentence. */
export function TextLink(link: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...link}
      className="rounded-sm font-medium text-link underline decoration-link/35 underline-offset-3 transition-colors hover:decoration-link"
    />
  )
}

import type { ComponentProps } from 'react'
import type { ExtraProps } from 'react-markdown'
import { Link } from 'react-router'

/** A link of a text: to another site, or to the profile of a member whom it mentions. */
export function MarkdownLink({ node, children, ...link }: ComponentProps<'a'> & ExtraProps) {
  const isMention = node?.properties['dataMention'] !== undefined
  if (!isMention || link.href === undefined) return <a {...link}>{children}</a>
  return <Link to={link.href}>{children}</Link>
}

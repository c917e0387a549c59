import type { Post } from '@dolph/contract/posts/posts'
import { isHttpUrl } from '@dolph/contract/urls'
import { ArrowUpRight } from 'lucide-react'
import { formatHost } from '../../../lib/format-host.ts'
import { getButtonClass } from '../../../ui/buttons/button-class.ts'
import { JoinBar } from './join-bar.tsx'
import { JoinCard } from './join-card.tsx'

interface ProjectLink {
  url: string
  label: string
  /** Beside the button that writes a comment, on a phone. */
  shortLabel: string
}

type LinkedPost = Pick<Post, 'type' | 'title' | 'github' | 'demo' | 'projectUrl'>

/** Where a showcase is to be seen. It is its main button as long as it has no role through which to join. */
export function findProjectLink({
  type,
  demo,
  projectUrl,
  github,
}: LinkedPost): ProjectLink | undefined {
  if (type !== 'showcase') return undefined
  const links = [
    { url: demo, label: 'Open the live demo', shortLabel: 'Open demo' },
    { url: projectUrl, label: 'Visit the project', shortLabel: 'Visit' },
    { url: github, label: 'View on GitHub', shortLabel: 'Open GitHub' },
  ]
  return links.find(({ url }) => isHttpUrl(url))
}

interface Props {
  link: ProjectLink
  title: string
}

/** The button beside the text of a showcase on wide screens. */
export function ProjectLinkCard(props: Props) {
  return <JoinCard action={<ProjectLinkButton {...props} className="w-full" />} openRoles={[]} />
}

/** The same at the bottom of a phone. */
export function ProjectLinkBar(props: Props) {
  return (
    <JoinBar label={formatHost(props.link.url)} action={<ProjectLinkButton {...props} isShort />} />
  )
}

interface ButtonProps extends Props {
  isShort?: boolean
  className?: string
}

function ProjectLinkButton({ link, title, isShort = false, className }: ButtonProps) {
  return (
    <a
      href={link.url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={getButtonClass({ variant: 'primary', className })}
    >
      {isShort ? link.shortLabel : link.label}
      <span className="sr-only">{` of ${title}, opens in a new tab`}</span>
      <ArrowUpRight className="size-4 shrink-0" aria-hidden="true" />
    </a>
  )
}

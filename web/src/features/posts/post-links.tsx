import type { Post } from '@dolph/contract/posts'
import { CodeXml, Globe, Play } from 'lucide-react'
import type { IconType } from '../../ui/icon.ts'

/** Where else a project can be seen; each opens in a tab of its own. */
export function PostLinks({ post }: { post: Post }) {
  const links = [
    { name: 'GitHub', icon: CodeXml, url: post.github },
    { name: 'Live Demo', icon: Play, url: post.demo },
    { name: 'Project URL', icon: Globe, url: post.projectUrl },
  ].filter(({ url }) => url !== '')
  if (links.length === 0) return null

  return (
    <ul className="flex flex-wrap gap-2">
      {links.map((link) => (
        <li key={link.name}>
          <OutsideLink {...link} title={post.title} />
        </li>
      ))}
    </ul>
  )
}

function OutsideLink(props: { name: string; icon: IconType; url: string; title: string }) {
  const { name, icon: Icon, url, title } = props
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      aria-label={`${name} of ${title}, opens in a new tab`}
      className="inline-flex h-7 items-center gap-1.5 rounded-full border border-line px-2.5 text-xs font-medium text-muted transition-colors hover:border-edge hover:text-ink"
    >
      <Icon className="size-3.5" aria-hidden="true" />
      {name}
    </a>
  )
}

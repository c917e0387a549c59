import type { Post } from '@dolph/contract/posts/posts'
import { isHttpUrl } from '@dolph/contract/urls'
import { ArrowUpRight, CodeXml, Globe, Play } from 'lucide-react'
import { formatHost } from '../../../lib/format-host.ts'
import { cx } from '../../../ui/cx.ts'
import type { IconType } from '../../../ui/icon.ts'

interface Props {
  post: Pick<Post, 'title' | 'github' | 'demo' | 'projectUrl'>
  /** `beside`: chips that become a list with host names on wide screens, where they are beside the text. */
  variant?: 'chips' | 'beside'
}

/** The external links of a project; each opens in a new tab. */
export function PostLinks({ post, variant = 'chips' }: Props) {
  const links = [
    { name: 'GitHub', icon: CodeXml, url: post.github },
    { name: 'Live Demo', icon: Play, url: post.demo },
    { name: 'Project URL', icon: Globe, url: post.projectUrl },
    // URLs are checked again before rendering: a `javascript:` URL in a link would run as a script.
  ].filter(({ url }) => isHttpUrl(url))
  if (links.length === 0) return null

  return (
    <ul
      className={cx('flex flex-wrap gap-2', variant === 'beside' && 'lg:-mx-2 lg:grid lg:gap-0.5')}
    >
      {links.map((link) => (
        <li key={link.name} className="min-w-0">
          <ExternalLink {...link} title={post.title} variant={variant} />
        </li>
      ))}
    </ul>
  )
}

interface LinkProps {
  name: string
  icon: IconType
  url: string
  title: string
  variant: 'chips' | 'beside'
}

function ExternalLink({ name, icon: Icon, url, title, variant }: LinkProps) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={cx(
        'group inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border border-line px-2.5 text-xs',
        'font-medium text-muted transition-colors hover:border-edge hover:text-ink',
        variant === 'beside' && BESIDE_CLASS,
      )}
    >
      <Icon
        className={cx('size-3.5 shrink-0', variant === 'beside' && 'lg:size-4')}
        aria-hidden="true"
      />
      <span className="shrink-0">
        {name}
        <span className="sr-only">{` of ${title}, opens in a new tab`}</span>
      </span>
      {variant === 'beside' && (
        <span className="hidden min-w-0 flex-1 items-center justify-end gap-1 text-xs font-normal text-faint lg:flex">
          <span className="truncate">{formatHost(url)}</span>
          <ArrowUpRight className="size-3.5 shrink-0" aria-hidden="true" />
        </span>
      )}
    </a>
  )
}

const BESIDE_CLASS = cx(
  'lg:flex lg:h-9 lg:w-full lg:gap-2.5 lg:rounded-control lg:border-transparent lg:px-2 lg:text-sm',
  'lg:hover:border-transparent lg:hover:bg-hover lg:active:bg-pressed',
)

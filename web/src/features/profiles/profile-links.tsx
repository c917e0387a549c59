import type { Profile } from '@dolph/contract/profiles/profiles'
import { isHttpUrl } from '@dolph/contract/urls'
import { ArrowUpRight } from 'lucide-react'
import { formatHost } from '../../lib/format-host.ts'
import type { IconType } from '../../ui/icon.ts'
import { getLinkIcon } from './link-icon.ts'

interface ProfileLink {
  name: string
  url: string
  icon: IconType
}

/** All links of a profile. Other schemes than http(s) are dropped, because `javascript:` in a link would run as script. */
export function getProfileLinks({
  github,
  linkedin,
  website,
  socialLinks,
}: Profile): ProfileLink[] {
  return [
    { name: 'GitHub', url: github },
    { name: 'LinkedIn', url: linkedin },
    { name: 'Website', url: website },
    ...socialLinks.map(({ platform, url }) => ({ name: platform, url })),
  ]
    .filter(({ url }) => isHttpUrl(url))
    .map((link) => ({ ...link, icon: getLinkIcon(link.name) }))
}

export function ProfileLinks({ links }: { links: readonly ProfileLink[] }) {
  return (
    <ul className="-mx-2 -my-1 grid gap-0.5">
      {links.map((link, index) => (
        // The index is part of the key because the same URL may be listed twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${link.url}`} className="min-w-0">
          <ExternalLink {...link} />
        </li>
      ))}
    </ul>
  )
}

function ExternalLink({ name, url, icon: Icon }: ProfileLink) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className="flex min-h-9 items-center gap-2.5 rounded-control px-2 text-sm font-medium transition-colors hover:bg-hover active:bg-pressed"
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <bdi className="max-w-[45%] shrink-0 truncate">{name}</bdi>
      <span className="flex min-w-0 flex-1 items-center justify-end gap-1 text-xs font-normal text-faint">
        <span className="truncate">{formatHost(url)}</span>
        <ArrowUpRight className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="sr-only">, opens in a new tab</span>
      </span>
    </a>
  )
}

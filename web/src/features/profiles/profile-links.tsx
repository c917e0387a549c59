import type { Profile } from '@dolph/contract/profiles'
import { isWebAddress } from '@dolph/contract/urls'
import { ArrowUpRight } from 'lucide-react'
import { hostOf } from '../../lib/host-of.ts'
import type { IconType } from '../../ui/icon.ts'
import { iconOf } from './link-icon.ts'

interface Link {
  name: string
  url: string
  icon: IconType
}

/** Everything a profile links to. What is no web address is left out: a link is the one place where a text could run. */
export function linksOf({ github, linkedin, website, socialLinks }: Profile): Link[] {
  return [
    { name: 'GitHub', url: github },
    { name: 'LinkedIn', url: linkedin },
    { name: 'Website', url: website },
    ...socialLinks.map(({ platform, url }) => ({ name: platform, url })),
  ]
    .filter(({ url }) => isWebAddress(url))
    .map((link) => ({ ...link, icon: iconOf(link.name) }))
}

export function ProfileLinks({ links }: { links: readonly Link[] }) {
  return (
    <ul className="-mx-2 -my-1 grid gap-0.5">
      {links.map((link, index) => (
        // The same place may be linked twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${index} ${link.url}`} className="min-w-0">
          <OutsideLink {...link} />
        </li>
      ))}
    </ul>
  )
}

function OutsideLink({ name, url, icon: Icon }: Link) {
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
        <span className="truncate">{hostOf(url)}</span>
        <ArrowUpRight className="size-3.5 shrink-0" aria-hidden="true" />
        <span className="sr-only">, opens in a new tab</span>
      </span>
    </a>
  )
}

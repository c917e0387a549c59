import {
  AtSign,
  BriefcaseBusiness,
  CodeXml,
  Globe,
  Link2,
  MessagesSquare,
  Newspaper,
  Play,
} from 'lucide-react'
import type { IconType } from '../../ui/icon.ts'

/** Icons show the kind of platform instead of brand logos. */
const PLATFORM_ICONS: readonly { icon: IconType; platforms: readonly string[] }[] = [
  { icon: CodeXml, platforms: ['github', 'gitlab', 'codeberg', 'bitbucket', 'codepen'] },
  { icon: BriefcaseBusiness, platforms: ['linkedin', 'xing'] },
  { icon: Globe, platforms: ['website', 'homepage', 'portfolio'] },
  {
    icon: AtSign,
    platforms: ['mastodon', 'bluesky', 'twitter', 'x', 'threads', 'instagram', 'facebook'],
  },
  { icon: Play, platforms: ['youtube', 'twitch', 'vimeo', 'peertube'] },
  {
    icon: MessagesSquare,
    platforms: ['discord', 'slack', 'telegram', 'reddit', 'stack overflow', 'stackoverflow'],
  },
  { icon: Newspaper, platforms: ['blog', 'medium', 'dev.to', 'hashnode', 'substack'] },
]

export function getLinkIcon(platform: string): IconType {
  const name = platform.trim().toLowerCase()
  return PLATFORM_ICONS.find(({ platforms }) => platforms.includes(name))?.icon ?? Link2
}

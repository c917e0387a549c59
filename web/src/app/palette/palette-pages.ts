import type { Viewer } from '@dolph/contract/accounts/viewer'
import { foldCase } from '@dolph/contract/fold-case'
import {
  Bell,
  BellRing,
  Bookmark,
  BookOpen,
  CircleHelp,
  Cookie,
  EyeOff,
  Gavel,
  Info,
  LogIn,
  Mail,
  Scale,
  Settings,
  ShieldAlert,
  ShieldCheck,
  UserPlus,
  UserRoundPlus,
  UsersRound,
} from 'lucide-react'
import { SHORTCUTS } from '../../lib/shortcuts/shortcuts.ts'
import type { IconType } from '../../ui/icon.ts'
import { MEMBER_LINKS, VISITOR_LINKS } from '../header/navigation.ts'

export interface PageEntry {
  to: string
  label: string
  icon: IconType
  /** Other words that find the page. */
  keywords: string
  keys?: string
  audience?: 'members' | 'visitors' | 'moderators'
  /** Not listed until a search finds it. */
  isSearchOnly?: true
}

const PAGES: readonly PageEntry[] = [
  {
    ...copyHeaderLink('/posts'),
    keywords: 'home feed explore projects posts',
    keys: SHORTCUTS.dashboard.keys,
    audience: 'members',
  },
  {
    ...copyHeaderLink('/posts/create'),
    keywords: 'new add write publish share project idea',
    keys: SHORTCUTS.create.keys,
    audience: 'members',
  },
  {
    ...copyHeaderLink('/my-posts'),
    keywords: 'own projects edit delete manage',
    audience: 'members',
  },
  {
    ...copyHeaderLink('/messages'),
    keywords: 'inbox chat conversations direct dm talk unread',
    keys: SHORTCUTS.messages.keys,
    audience: 'members',
  },
  {
    to: '/following',
    label: 'Saved and following',
    icon: Bookmark,
    keywords: 'saved following follow bookmarks favourites favorites projects posts',
    audience: 'members',
  },
  {
    to: '/people',
    label: 'People',
    icon: UsersRound,
    keywords: 'members find search skills open to join available invite developers',
    audience: 'members',
  },
  {
    to: '/notifications',
    label: 'Notifications',
    icon: Bell,
    keywords: 'bell comments replies likes activity unread',
    keys: SHORTCUTS.notifications.keys,
    audience: 'members',
  },
  {
    to: '/join-requests',
    label: 'Join requests',
    icon: UserPlus,
    keywords: 'received sent invitations answers team ask applications',
    audience: 'members',
  },
  {
    ...copyHeaderLink('/profile'),
    keywords: 'me my bio about skills picture avatar photo links',
    keys: SHORTCUTS.profile.keys,
    audience: 'members',
  },
  {
    to: '/settings',
    label: 'Account Settings',
    icon: Settings,
    keywords: 'preferences options password security sessions devices delete account',
    keys: SHORTCUTS.settings.keys,
    audience: 'members',
  },
  {
    to: '/review',
    label: 'Review',
    icon: Gavel,
    keywords: 'reports cases queue moderate moderation objections decide',
    audience: 'moderators',
  },
  {
    to: '/settings/notifications',
    label: 'Notification settings',
    icon: BellRing,
    keywords: 'preferences mail email unsubscribe mute alerts',
    audience: 'members',
    isSearchOnly: true,
  },
  { ...copyHeaderLink('/'), keywords: 'start landing welcome', audience: 'visitors' },
  {
    ...copyHeaderLink('/browse'),
    keywords: 'explore find search posts public feed',
    keys: SHORTCUTS.browse.keys,
  },
  { ...copyHeaderLink('/roles'), keywords: 'open jobs join team skills find work collaborate' },
  {
    to: '/login',
    label: 'Log in',
    icon: LogIn,
    keywords: 'login signin enter account google github password',
    audience: 'visitors',
  },
  {
    to: '/signup',
    label: 'Sign up',
    icon: UserRoundPlus,
    keywords: 'signup register join create account new member',
    audience: 'visitors',
  },
  { to: '/about', label: 'About Us', icon: Info, keywords: 'who what dolph story principles' },
  {
    to: '/help',
    label: 'Help Center',
    icon: CircleHelp,
    keywords: 'faq questions answers support',
  },
  {
    to: '/settings/ignored',
    label: 'Blocked and muted',
    icon: EyeOff,
    keywords: 'block mute hide hidden members people unblock unmute privacy safety',
    audience: 'members',
    isSearchOnly: true,
  },
  {
    to: '/settings/decisions',
    label: 'Moderation history',
    icon: ShieldAlert,
    keywords: 'hidden limited suspended object objection appeal reports moderation',
    audience: 'members',
    isSearchOnly: true,
  },
  {
    to: '/contact',
    label: 'Contact',
    icon: Mail,
    keywords: 'email support write',
    isSearchOnly: true,
  },
  {
    to: '/community-guidelines',
    label: 'Community Guidelines',
    icon: BookOpen,
    keywords: 'rules conduct behaviour',
    isSearchOnly: true,
  },
  {
    to: '/privacy',
    label: 'Privacy Policy',
    icon: ShieldCheck,
    keywords: 'data gdpr legal',
    isSearchOnly: true,
  },
  {
    to: '/terms',
    label: 'Terms of Service',
    icon: Scale,
    keywords: 'conditions legal tos',
    isSearchOnly: true,
  },
  {
    to: '/cookies',
    label: 'Cookie Policy',
    icon: Cookie,
    keywords: 'storage legal tracking',
    isSearchOnly: true,
  },
]

/** Path, label and icon of a link in the header. */
function copyHeaderLink(path: string): Pick<PageEntry, 'to' | 'label' | 'icon'> {
  const link = [...MEMBER_LINKS, ...VISITOR_LINKS].find(({ to }) => to === path)
  if (!link) throw new Error(`The header has no link to ${path}`)
  const { to, label, icon } = link
  return { to, label, icon }
}

/** The pages for this viewer that match `typed`, or all listed ones if nothing is typed. */
export function findPages(typed: string, isMember: boolean, role?: Viewer['role']): PageEntry[] {
  const available = PAGES.filter(({ audience }) => {
    if (audience === 'moderators') return role !== undefined
    return !audience || audience === (isMember ? 'members' : 'visitors')
  })
  return typed.trim() === ''
    ? available.filter(({ isSearchOnly }) => !isSearchOnly)
    : matchByKeywords(available, typed)
}

/** The entries in which every typed word starts a word of label or keywords; matches in the label come first. */
export function matchByKeywords<T extends { label: string; keywords: string }>(
  entries: readonly T[],
  typed: string,
): T[] {
  const typedWords = splitWords(typed)
  const matches = (text: string) => {
    const words = splitWords(text)
    return typedWords.every((typedWord) => words.some((word) => word.startsWith(typedWord)))
  }
  return entries
    .filter(({ label, keywords }) => matches(`${label} ${keywords}`))
    .toSorted((a, b) => Number(matches(b.label)) - Number(matches(a.label)))
}

function splitWords(text: string): string[] {
  return foldCase(text).split(/\s+/).filter(Boolean)
}

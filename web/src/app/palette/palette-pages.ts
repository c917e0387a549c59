import { foldCase } from '@dolph/contract/fold-case'
import {
  BookOpen,
  CircleHelp,
  Cookie,
  Info,
  LogIn,
  Mail,
  Scale,
  Settings,
  ShieldCheck,
  UserRoundPlus,
} from 'lucide-react'
import { SHORTCUTS } from '../../lib/shortcuts.ts'
import type { IconType } from '../../ui/icon.ts'
import { MEMBER_LINKS, VISITOR_LINKS } from '../navigation.ts'

export interface PageEntry {
  to: string
  label: string
  icon: IconType
  /** What else somebody may call it. */
  words: string
  keys?: string
  audience?: 'members' | 'visitors'
  /** Only for those who ask for it. */
  isSearchOnly?: true
}

const PAGES: readonly PageEntry[] = [
  {
    ...copyHeaderLink('/posts'),
    words: 'home feed explore projects posts',
    keys: SHORTCUTS.dashboard.keys,
    audience: 'members',
  },
  {
    ...copyHeaderLink('/posts/create'),
    words: 'new add write publish share project idea',
    keys: SHORTCUTS.create.keys,
    audience: 'members',
  },
  {
    ...copyHeaderLink('/my-posts'),
    words: 'own projects edit delete manage',
    audience: 'members',
  },
  {
    ...copyHeaderLink('/messages'),
    words: 'inbox chat conversations direct dm talk unread',
    keys: SHORTCUTS.messages.keys,
    audience: 'members',
  },
  {
    ...copyHeaderLink('/profile'),
    words: 'me my bio about skills picture avatar photo links',
    keys: SHORTCUTS.profile.keys,
    audience: 'members',
  },
  {
    to: '/settings',
    label: 'Account Settings',
    icon: Settings,
    words: 'preferences options password security sessions devices delete account',
    keys: SHORTCUTS.settings.keys,
    audience: 'members',
  },
  { ...copyHeaderLink('/'), words: 'start landing welcome', audience: 'visitors' },
  {
    ...copyHeaderLink('/browse'),
    words: 'explore find search posts public feed',
    keys: SHORTCUTS.browse.keys,
  },
  {
    to: '/login',
    label: 'Log in',
    icon: LogIn,
    words: 'login signin enter account google password',
    audience: 'visitors',
  },
  {
    to: '/signup',
    label: 'Sign up',
    icon: UserRoundPlus,
    words: 'signup register join create account new member',
    audience: 'visitors',
  },
  { to: '/about', label: 'About Us', icon: Info, words: 'who what dolph story principles' },
  { to: '/help', label: 'Help Center', icon: CircleHelp, words: 'faq questions answers support' },
  {
    to: '/contact',
    label: 'Contact',
    icon: Mail,
    words: 'email support write',
    isSearchOnly: true,
  },
  {
    to: '/community-guidelines',
    label: 'Community Guidelines',
    icon: BookOpen,
    words: 'rules conduct behaviour',
    isSearchOnly: true,
  },
  {
    to: '/privacy',
    label: 'Privacy Policy',
    icon: ShieldCheck,
    words: 'data gdpr legal',
    isSearchOnly: true,
  },
  {
    to: '/terms',
    label: 'Terms of Service',
    icon: Scale,
    words: 'conditions legal tos',
    isSearchOnly: true,
  },
  {
    to: '/cookies',
    label: 'Cookie Policy',
    icon: Cookie,
    words: 'storage legal tracking',
    isSearchOnly: true,
  },
]

/** By the name and the sign that it has in the header. */
function copyHeaderLink(address: string): Pick<PageEntry, 'to' | 'label' | 'icon'> {
  const link = [...MEMBER_LINKS, ...VISITOR_LINKS].find(({ to }) => to === address)
  if (!link) throw new Error(`The header does not lead to ${address}`)
  const { to, label, icon } = link
  return { to, label, icon }
}

/** The pages that there are for this person, or those of them that `typed` may mean. */
export function findPages(typed: string, isMember: boolean): PageEntry[] {
  const there = PAGES.filter(
    ({ audience }) => !audience || audience === (isMember ? 'members' : 'visitors'),
  )
  return typed.trim() === ''
    ? there.filter(({ isSearchOnly }) => !isSearchOnly)
    : matchByKeywords(there, typed)
}

/** Those of which every typed word begins some word, the ones that are called so first. */
export function matchByKeywords<T extends { label: string; words: string }>(
  entries: readonly T[],
  typed: string,
): T[] {
  const wanted = splitWords(typed)
  const isIn = (text: string) => {
    const words = splitWords(text)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  }
  return entries
    .filter(({ label, words }) => isIn(`${label} ${words}`))
    .toSorted((a, b) => Number(isIn(b.label)) - Number(isIn(a.label)))
}

function splitWords(text: string): string[] {
  return foldCase(text).split(/\s+/).filter(Boolean)
}

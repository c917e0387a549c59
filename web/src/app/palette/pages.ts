import { fold } from '@dolph/contract/fold'
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
  isFor?: 'members' | 'visitors'
  /** Only for those who ask for it. */
  isQuiet?: true
}

const PAGES: readonly PageEntry[] = [
  {
    ...asInHeader('/posts'),
    words: 'home feed explore projects posts',
    keys: SHORTCUTS.dashboard.keys,
    isFor: 'members',
  },
  {
    ...asInHeader('/posts/create'),
    words: 'new add write publish share project idea',
    keys: SHORTCUTS.create.keys,
    isFor: 'members',
  },
  {
    ...asInHeader('/my-posts'),
    words: 'own projects edit delete manage',
    isFor: 'members',
  },
  {
    ...asInHeader('/messages'),
    words: 'inbox chat conversations direct dm talk unread',
    keys: SHORTCUTS.messages.keys,
    isFor: 'members',
  },
  {
    ...asInHeader('/profile'),
    words: 'me my bio about skills picture avatar photo links',
    keys: SHORTCUTS.profile.keys,
    isFor: 'members',
  },
  {
    to: '/settings',
    label: 'Account Settings',
    icon: Settings,
    words: 'preferences options password security sessions devices delete account',
    keys: SHORTCUTS.settings.keys,
    isFor: 'members',
  },
  { ...asInHeader('/'), words: 'start landing welcome', isFor: 'visitors' },
  {
    ...asInHeader('/browse'),
    words: 'explore find search posts public feed',
    keys: SHORTCUTS.browse.keys,
  },
  {
    to: '/login',
    label: 'Log in',
    icon: LogIn,
    words: 'login signin enter account google password',
    isFor: 'visitors',
  },
  {
    to: '/signup',
    label: 'Sign up',
    icon: UserRoundPlus,
    words: 'signup register join create account new member',
    isFor: 'visitors',
  },
  { to: '/about', label: 'About Us', icon: Info, words: 'who what dolph story principles' },
  { to: '/help', label: 'Help Center', icon: CircleHelp, words: 'faq questions answers support' },
  { to: '/contact', label: 'Contact', icon: Mail, words: 'email support write', isQuiet: true },
  {
    to: '/community-guidelines',
    label: 'Community Guidelines',
    icon: BookOpen,
    words: 'rules conduct behaviour',
    isQuiet: true,
  },
  {
    to: '/privacy',
    label: 'Privacy Policy',
    icon: ShieldCheck,
    words: 'data gdpr legal',
    isQuiet: true,
  },
  {
    to: '/terms',
    label: 'Terms of Service',
    icon: Scale,
    words: 'conditions legal tos',
    isQuiet: true,
  },
  {
    to: '/cookies',
    label: 'Cookie Policy',
    icon: Cookie,
    words: 'storage legal tracking',
    isQuiet: true,
  },
]

/** By the name and the sign that it has in the header. */
function asInHeader(address: string): Pick<PageEntry, 'to' | 'label' | 'icon'> {
  const link = [...MEMBER_LINKS, ...VISITOR_LINKS].find(({ to }) => to === address)
  if (!link) throw new Error(`The header does not lead to ${address}`)
  const { to, label, icon } = link
  return { to, label, icon }
}

/** The pages that there are for this person, or those of them that `typed` may mean. */
export function pagesFor(typed: string, isMember: boolean): PageEntry[] {
  const there = PAGES.filter(({ isFor }) => !isFor || isFor === (isMember ? 'members' : 'visitors'))
  return typed.trim() === '' ? there.filter(({ isQuiet }) => !isQuiet) : meant(there, typed)
}

/** Those of which every typed word begins some word, the ones that are called so first. */
export function meant<T extends { label: string; words: string }>(
  entries: readonly T[],
  typed: string,
): T[] {
  const wanted = wordsOf(typed)
  const isIn = (text: string) => {
    const words = wordsOf(text)
    return wanted.every((part) => words.some((word) => word.startsWith(part)))
  }
  return entries
    .filter(({ label, words }) => isIn(`${label} ${words}`))
    .toSorted((a, b) => Number(isIn(b.label)) - Number(isIn(a.label)))
}

function wordsOf(text: string): string[] {
  return fold(text).split(/\s+/).filter(Boolean)
}

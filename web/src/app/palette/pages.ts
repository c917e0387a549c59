import { fold } from '@dolph/contract/fold'
import {
  BookOpen,
  CircleHelp,
  Cookie,
  FolderHeart,
  House,
  Info,
  LayoutGrid,
  LogIn,
  Mail,
  MessageCircle,
  Plus,
  Scale,
  Search,
  Settings,
  ShieldCheck,
  UserRound,
  UserRoundPlus,
} from 'lucide-react'
import { SHORTCUTS } from '../../lib/shortcuts.ts'
import type { IconType } from '../../ui/icon.ts'

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
    to: '/posts',
    label: 'Dashboard',
    icon: LayoutGrid,
    words: 'home feed explore projects posts',
    keys: SHORTCUTS.dashboard.keys,
    isFor: 'members',
  },
  {
    to: '/posts/create',
    label: 'Create Post',
    icon: Plus,
    words: 'new add write publish share project idea',
    keys: SHORTCUTS.create.keys,
    isFor: 'members',
  },
  {
    to: '/my-posts',
    label: 'My Posts',
    icon: FolderHeart,
    words: 'own projects edit delete manage',
    isFor: 'members',
  },
  {
    to: '/messages',
    label: 'Messages',
    icon: MessageCircle,
    words: 'inbox chat conversations direct dm talk unread',
    keys: SHORTCUTS.messages.keys,
    isFor: 'members',
  },
  {
    to: '/profile',
    label: 'Profile',
    icon: UserRound,
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
  { to: '/', label: 'Home', icon: House, words: 'start landing welcome', isFor: 'visitors' },
  {
    to: '/browse',
    label: 'Browse Projects',
    icon: Search,
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

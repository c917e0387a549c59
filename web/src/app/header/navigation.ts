import {
  FolderHeart,
  House,
  Info,
  LayoutGrid,
  MessageCircle,
  Plus,
  Search,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { IconType } from '../../ui/icon.ts'

export interface NavigationLink {
  to: string
  label: string
  icon: IconType
  /** Shows the number of unread messages, and is current on the pages of conversations too. */
  isMessages?: true
}

/** People are a tab of the roles. */
export function isCurrentLink(to: string, pathname: string, isSection = false): boolean {
  return (
    pathname === to ||
    (isSection && pathname.startsWith(`${to}/`)) ||
    (to === '/roles' && pathname === '/people')
  )
}

const ROLES_LINK: NavigationLink = { to: '/roles', label: 'Roles', icon: UsersRound }

export const VISITOR_LINKS: readonly NavigationLink[] = [
  { to: '/', label: 'Home', icon: House },
  { to: '/browse', label: 'Browse Projects', icon: Search },
  { to: '/about', label: 'About', icon: Info },
  ROLES_LINK,
]

export const MEMBER_LINKS: readonly NavigationLink[] = [
  { to: '/posts', label: 'Dashboard', icon: LayoutGrid },
  { to: '/posts/create', label: 'Create Post', icon: Plus },
  { to: '/my-posts', label: 'My Posts', icon: FolderHeart },
  { to: '/messages', label: 'Messages', icon: MessageCircle, isMessages: true },
  { to: '/profile', label: 'Profile', icon: UserRound },
  ROLES_LINK,
]

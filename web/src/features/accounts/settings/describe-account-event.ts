import type {
  AccountEvent,
  AccountEventKind,
  AccountEventMethod,
} from '@dolph/contract/accounts/account-events'
import {
  KeyRound,
  Link2,
  Link2Off,
  LogIn,
  LogOut,
  Mail,
  MailCheck,
  MailX,
  ShieldAlert,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import type { IconType } from '../../../ui/icon.ts'

interface EventDescription {
  icon: IconType
  text: string
  /** Whether a wrong password was typed, by the member or by somebody else. */
  isWarning?: boolean
}

export function describeAccountEvent({ kind, method }: AccountEvent): EventDescription {
  const { text, ...description } = DESCRIPTIONS[kind]
  return { ...description, text: text + METHOD_SUFFIXES[method ?? 'password'] }
}

const METHOD_SUFFIXES: Record<AccountEventMethod, string> = {
  password: '',
  google: ' with Google',
  github: ' with GitHub',
  code: ' with an emailed code',
}

const DESCRIPTIONS: Record<AccountEventKind, EventDescription> = {
  'signed-in': { icon: LogIn, text: 'Logged in' },
  'sign-in-failed': { icon: ShieldAlert, text: 'Wrong password at log-in', isWarning: true },
  'password-changed': { icon: KeyRound, text: 'Password changed' },
  'password-reset': { icon: KeyRound, text: 'Password reset with a link by email' },
  'email-change-requested': { icon: Mail, text: 'New email requested' },
  'email-changed': { icon: MailCheck, text: 'Email changed' },
  'email-change-undone': { icon: MailX, text: 'Change of email undone' },
  'other-sessions-ended': { icon: LogOut, text: 'Logged out everywhere else' },
  'oldest-session-ended': { icon: LogOut, text: 'Oldest of 20 browsers logged out' },
  'proof-given': { icon: ShieldCheck, text: 'Confirmed that it was you' },
  'proof-failed': {
    icon: ShieldAlert,
    text: 'Wrong password or code when confirming',
    isWarning: true,
  },
  'github-connected': { icon: Link2, text: 'GitHub connected' },
  'github-disconnected': { icon: Link2Off, text: 'GitHub disconnected' },
  'account-deleted': { icon: Trash2, text: 'Account deleted' },
}

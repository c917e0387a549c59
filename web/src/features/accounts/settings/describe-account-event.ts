import type {
  AccountEvent,
  AccountEventKind,
  SignInMethod,
} from '@dolph/contract/accounts/account-events'
import {
  Fingerprint,
  KeyRound,
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
  /** Whether somebody else may have tried to get in. */
  isWarning?: boolean
}

export function describeAccountEvent({ kind, method }: AccountEvent): EventDescription {
  const { text, ...description } = DESCRIPTIONS[kind]
  return { ...description, text: text + METHODS[method ?? 'password'] }
}

/** How a member signed in or proved that it is them: with the password unless something else is said. */
const METHODS: Record<SignInMethod, string> = {
  password: '',
  google: ' with Google',
  passkey: ' with a passkey',
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
  'proof-failed': { icon: ShieldAlert, text: 'Wrong password when confirming', isWarning: true },
  'account-deleted': { icon: Trash2, text: 'Account deleted' },
  'passkey-added': { icon: Fingerprint, text: 'Passkey added' },
  'passkey-removed': { icon: Fingerprint, text: 'Passkey removed' },
  'passkey-refused': {
    icon: ShieldAlert,
    text: 'Passkey refused, as there may be a copy of it',
    isWarning: true,
  },
}

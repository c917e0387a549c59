import type {
  AccountEvent,
  AccountEventKind,
  AccountEventMethod,
} from '@dolph/contract/accounts/account-events'
import {
  Fingerprint,
  KeyRound,
  LifeBuoy,
  Link2,
  Link2Off,
  LogIn,
  LogOut,
  Mail,
  MailCheck,
  MailX,
  ShieldAlert,
  ShieldCheck,
  Smartphone,
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
  return { ...description, text: text + (method ? METHOD_SUFFIXES[method] : '') }
}

const METHOD_SUFFIXES: Record<AccountEventMethod, string> = {
  password: '',
  google: ' with Google',
  github: ' with GitHub',
  code: ' with an emailed code',
  authenticator: ' with your authenticator app',
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
  'proof-failed': {
    icon: ShieldAlert,
    text: 'Wrong password or code when confirming',
    isWarning: true,
  },
  'github-connected': { icon: Link2, text: 'GitHub connected' },
  'github-disconnected': { icon: Link2Off, text: 'GitHub disconnected' },
  'second-factor-on': { icon: Smartphone, text: 'Authenticator app switched on' },
  'second-factor-off': { icon: Smartphone, text: 'Authenticator app switched off' },
  'second-factor-failed': {
    icon: ShieldAlert,
    text: 'Wrong code at log-in, after the right password',
    isWarning: true,
  },
  'recovery-codes-renewed': { icon: LifeBuoy, text: 'New recovery codes' },
  'recovery-code-used': { icon: LifeBuoy, text: 'Recovery code used' },
  'second-factor-reset-started': {
    icon: Smartphone,
    text: 'Removal of the second factor requested',
  },
  'second-factor-reset-stopped': { icon: Smartphone, text: 'Removal of the second factor stopped' },
  'second-factor-reset': { icon: Smartphone, text: 'Second factor removed' },
  'account-deleted': { icon: Trash2, text: 'Account deleted' },
  'passkey-added': { icon: Fingerprint, text: 'Passkey added' },
  'passkey-removed': { icon: Fingerprint, text: 'Passkey removed' },
  'passkey-refused': {
    icon: ShieldAlert,
    text: 'Passkey refused, as there may be a copy of it',
    isWarning: true,
  },
}

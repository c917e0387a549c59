import { z } from 'zod'
import { defineMailTemplate } from '../../../platform/mail/mail-template.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'

const RecipientName = z.object({ firstName: z.string() })

/** A person who did this was signed in, and knows the password if there is one. */
const IF_NOT_YOU = [
  {
    text: 'If it was not you, choose a new password and log out everywhere else in your settings:',
  },
  { buttons: [{ label: 'Reset my password', path: '/forgot-password' }] },
  { link: 'Go to my settings', path: '/settings#sign-in' },
]

export const secondFactorOnMail = defineMailTemplate(
  'second-factor-on',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph account now asks for a code',
      preview: 'A second factor was switched on.',
      title: 'Your second factor is on',
      firstName,
      parts: [
        {
          text: 'From now on, logging in to your Dolph account takes a code of your authenticator app. All other browsers were logged out. Keep your recovery codes where you would keep a key: each works once in place of a code.',
        },
        ...IF_NOT_YOU,
      ],
    }),
)

export const secondFactorOffMail = defineMailTemplate(
  'second-factor-off',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph account no longer asks for a code',
      preview: 'The second factor was switched off.',
      title: 'Your second factor is off',
      firstName,
      parts: [
        {
          text: 'The authenticator app of your Dolph account was switched off, and its recovery codes no longer work. If that was you, all is well.',
        },
        ...IF_NOT_YOU,
      ],
    }),
)

export const recoveryCodesRenewedMail = defineMailTemplate(
  'recovery-codes-renewed',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph account has new recovery codes',
      preview: 'The earlier ones no longer work.',
      title: 'You have new recovery codes',
      firstName,
      parts: [
        {
          text: 'New recovery codes were made for your Dolph account, and the earlier ones no longer work. If that was you, all is well.',
        },
        ...IF_NOT_YOU,
      ],
    }),
)

export const recoveryCodeUsedMail = defineMailTemplate(
  'recovery-code-used',
  RecipientName.extend({ left: z.int() }),
  ({ firstName, left }, origin) =>
    renderMail(origin, {
      subject: 'A recovery code was used for your Dolph account',
      preview: `${left} of your recovery codes are left.`,
      title: 'A recovery code was used',
      firstName,
      parts: [
        {
          text: `Someone logged in to your Dolph account with a recovery code; ${left} are left. If that was you, all is well. If you have lost your phone, switch the authenticator app off in your settings, or set it up again.`,
        },
        ...IF_NOT_YOU,
      ],
    }),
)

export function stopResetPath(token: string): string {
  return `/keep-second-factor/${token}`
}

/** Sent three times in the seven days before an operator can remove the second factor. */
export const resetNoticeMail = defineMailTemplate(
  'second-factor-reset-notice',
  RecipientName.extend({ token: z.string(), day: z.string() }),
  ({ firstName, token, day }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph account will stop asking for a code',
      preview: `Unless you stop it, from ${day} on.`,
      title: 'Your second factor will be removed',
      firstName,
      parts: [
        {
          text: `Someone, hopefully you, told us that your phone and your recovery codes are lost. From ${day} on we can remove the second factor of your Dolph account; the password stays. If that was you, there is nothing to do until then.`,
        },
        { text: 'If it was not you, or you have found them again, stop it:' },
        { button: 'Keep my second factor', path: stopResetPath(token) },
        { note: 'Logging in with a code stops it too. Don’t share the link with anyone.' },
      ],
    }),
)

export const secondFactorResetMail = defineMailTemplate(
  'second-factor-reset',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'The second factor of your Dolph account was removed',
      preview: 'You can log in without a code.',
      title: 'Your second factor was removed',
      firstName,
      parts: [
        {
          text: 'Seven days after we first wrote to you, the authenticator app and the recovery codes of your Dolph account were removed, and every browser was logged out. You can log in without a code now. Please set up a new authenticator app in your settings.',
        },
        { button: 'Log in', path: '/login?next=/settings' },
      ],
    }),
)

export const secondFactorMails = [
  secondFactorOnMail,
  secondFactorOffMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  resetNoticeMail,
  secondFactorResetMail,
]

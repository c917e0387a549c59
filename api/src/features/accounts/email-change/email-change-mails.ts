import { z } from 'zod'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { defineMailTemplate } from '../../../platform/mail/mail-template.ts'

const RecipientName = z.object({ firstName: z.string() })

/** Repeats no text that the member typed, like `verificationMail`: the recipient may be a stranger. */
export const confirmEmailMail = defineMailTemplate(
  'confirm-email',
  z.object({ token: z.string() }),
  ({ token }, origin) =>
    renderMail(origin, {
      subject: 'Confirm your new email for Dolph',
      preview: 'Confirm this address with one click.',
      title: 'Confirm your new email',
      parts: [
        { text: 'A Dolph member wants to use this address. If that is you, please confirm it:' },
        { button: 'Confirm my new email', path: `/confirm-email/${token}` },
        { text: 'The link works once, for one hour, and only while you are logged in to Dolph.' },
        {
          note: 'If you did not ask for this, ignore this email: nothing happens to your address.',
        },
      ],
    }),
)

const STOP_BY_PASSWORD = [
  { text: 'If it was not you, choose a new password now. That stops the change:' },
  { button: 'Reset my password', path: '/forgot-password' },
]

/** Signing out stops the change, because confirming an email requires a session. */
const STOP_BY_SIGNING_OUT = [
  {
    text: 'If it was not you, log in and log out everywhere else now. That stops the change:',
  },
  { button: 'Go to my settings', path: '/settings' },
]

export const emailChangeRequestedMail = defineMailTemplate(
  'email-change-asked',
  RecipientName.extend({ hint: z.string(), hasPassword: z.boolean() }),
  ({ firstName, hint, hasPassword }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph email is about to change',
      preview: 'Someone asked to use another address for your account.',
      title: 'Your email is about to change',
      firstName,
      parts: [
        {
          text: `Someone, hopefully you, asked to change the email of your Dolph account to ${hint}. It changes once the new address is confirmed. If that was you, there is nothing to do here.`,
        },
        ...(hasPassword ? STOP_BY_PASSWORD : STOP_BY_SIGNING_OUT),
      ],
    }),
)

export const emailTakenMail = defineMailTemplate(
  'email-taken',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'This address already has a Dolph account',
      preview: 'Someone tried to use it for another account.',
      title: 'You already have an account',
      firstName,
      parts: [
        {
          text: 'Someone, perhaps you, tried to use this address for another Dolph account. An address can only have one account, and nothing about yours has changed.',
        },
        { button: 'Log in', path: '/login' },
        { text: 'Forgot your password? Choose a new one:' },
        { link: 'Reset my password', path: '/forgot-password' },
        { note: 'If it wasn’t you, there is nothing to do. Nobody got in.' },
      ],
    }),
)

export const emailChangedMail = defineMailTemplate(
  'email-changed',
  RecipientName.extend({ hint: z.string(), token: z.string() }),
  ({ firstName, hint, token }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph email was changed',
      preview: 'This address no longer belongs to your account.',
      title: 'Your email was changed',
      firstName,
      parts: [
        {
          text: `The email of your Dolph account was just changed to ${hint}. It’s now used for login and emails. If that was you, all is well.`,
        },
        {
          text: 'If it was not you, undo it. You get this address back, and every device is logged out:',
        },
        { button: 'Undo the change', path: `/undo-email-change/${token}` },
        { note: 'The link works once, for seven days. Don’t share it with anyone.' },
      ],
    }),
)

const NEW_PASSWORD = [
  {
    text: 'The person who changed it may know your password. Choose a new one now, before you log in:',
  },
  { button: 'Reset my password', path: '/forgot-password' },
]

export const emailChangeUndoneMail = defineMailTemplate(
  'email-change-undone',
  RecipientName.extend({ hasPassword: z.boolean() }),
  ({ firstName, hasPassword }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph email was changed back',
      preview: 'Your account has this address again.',
      title: 'Your email was changed back',
      firstName,
      parts: [
        {
          text: 'The email change of your Dolph account was undone. It uses this address again, and every device was logged out. Passkeys, an authenticator app and GitHub were removed where you can log in without them.',
        },
        ...(hasPassword ? NEW_PASSWORD : [{ button: 'Log in', path: '/login' }]),
      ],
    }),
)

/** Sent to the email that the account had until the change was undone. */
export const emailChangeRevokedMail = defineMailTemplate(
  'email-change-revoked',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'This is no longer the email of your Dolph account',
      preview: 'The change of your email was undone.',
      title: 'The change of your email was undone',
      firstName,
      parts: [
        {
          text: 'Someone, hopefully you, undid the email change of your Dolph account. It uses its old address again, and every device was logged out.',
        },
        { text: 'If it was not you, write to us at once:' },
        { button: 'Contact Dolph', path: '/contact' },
      ],
    }),
)

export const emailChangeMails = [
  confirmEmailMail,
  emailChangeRequestedMail,
  emailTakenMail,
  emailChangedMail,
  emailChangeUndoneMail,
  emailChangeRevokedMail,
]

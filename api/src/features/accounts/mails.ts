import { z } from 'zod'
import { renderMail } from '../../platform/mail/render-mail.ts'
import { defineMailTemplate } from '../../platform/mail/mail-template.ts'
import { emailChangeMails } from './email-change/email-change-mails.ts'
import { passkeyMails } from './passkeys/passkey-mails.ts'
import { secondFactorMails } from './second-factor/second-factor-mails.ts'

const RecipientName = z.object({ firstName: z.string() })

/**
 * Names the username, so that a person with several sign-ups knows which one it verifies. It repeats nothing else that the
 * visitor typed: the email may be a stranger's, and the mail could be abused to send them a message.
 */
export const verificationMail = defineMailTemplate(
  'verification',
  z.object({ code: z.string(), token: z.string(), userName: z.string() }),
  ({ code, token, userName }, origin) =>
    renderMail(origin, {
      subject: 'Verify your email for Dolph',
      preview: 'Your code and your link are inside.',
      title: 'Verify your email',
      parts: [
        { text: `Welcome to Dolph. This code is for the username ${userName}:` },
        { code },
        {
          text: 'Enter it where you signed up. It is valid for 10 minutes. Or use this link, which works for 24 hours:',
        },
        { button: 'Verify my email', path: `/verify-email/${token}` },
        {
          note: `Only do this if you signed up for Dolph as ${userName}. If you did not, ignore this email and no account is created.`,
        },
      ],
    }),
)

export const alreadyRegisteredMail = defineMailTemplate(
  'already-registered',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'You already have a Dolph account',
      preview: 'Someone tried to sign up with your address.',
      title: 'You already have an account',
      firstName,
      parts: [
        {
          text: 'Someone, probably you, tried to sign up for Dolph with this address. It already has an account, and nothing about that account has changed.',
        },
        { button: 'Log in', path: '/login' },
        { text: 'Forgot your password? Choose a new one:' },
        { link: 'Reset my password', path: '/forgot-password' },
        { note: 'If it wasn’t you, there is nothing to do. Nobody got in.' },
      ],
    }),
)

export function passwordResetPath(token: string): string {
  return `/reset-password/${token}`
}

export const passwordResetMail = defineMailTemplate(
  'password-reset',
  RecipientName.extend({ token: z.string() }),
  ({ firstName, token }, origin) =>
    renderMail(origin, {
      subject: 'Reset your Dolph password',
      preview: 'Choose a new password with the link inside.',
      title: 'Choose a new password',
      firstName,
      parts: [
        { text: 'Someone, hopefully you, asked for a new password for your Dolph account.' },
        { button: 'Choose a new password', path: passwordResetPath(token) },
        { text: 'The link works once, for one hour. Using it logs you out everywhere.' },
        {
          note: 'If you did not ask for this, ignore this email: your password stays as it is. Don’t share the link with anyone.',
        },
      ],
    }),
)

export const googleAccountMail = defineMailTemplate(
  'google-account',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph account signs in with Google',
      preview: 'There is no password to reset.',
      title: 'Sign in with Google',
      firstName,
      parts: [
        {
          text: 'Someone, hopefully you, asked for a new password for your Dolph account. It doesn’t have one: you sign in with Google.',
        },
        { button: 'Go to the login page', path: '/login' },
        { note: 'If you did not ask for this, ignore this email. Nothing has changed.' },
      ],
    }),
)

export const githubAccountMail = defineMailTemplate(
  'github-account',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph account signs in with GitHub',
      preview: 'There is no password to reset.',
      title: 'Sign in with GitHub',
      firstName,
      parts: [
        {
          text: 'Someone, hopefully you, asked for a new password for your Dolph account. It doesn’t have one: you sign in with GitHub.',
        },
        { button: 'Go to the login page', path: '/login' },
        { note: 'If you did not ask for this, ignore this email. Nothing has changed.' },
      ],
    }),
)

const PROOF_CODE_TEXTS = {
  proof: { goal: 'confirm that it is you', title: 'Confirm it is you' },
  'delete-account': { goal: 'delete your Dolph account', title: 'Delete your account' },
}

export const proofCodeMail = defineMailTemplate(
  'proof-code',
  RecipientName.extend({ code: z.string(), purpose: z.enum(['proof', 'delete-account']) }),
  ({ firstName, code, purpose }, origin) =>
    renderMail(origin, {
      subject: `Your code to ${PROOF_CODE_TEXTS[purpose].goal}`,
      preview: 'Enter it where you were asked for it.',
      title: PROOF_CODE_TEXTS[purpose].title,
      firstName,
      parts: [
        { text: `Enter this code on Dolph to ${PROOF_CODE_TEXTS[purpose].goal}:` },
        { code },
        { text: 'It is valid for 10 minutes. Nobody at Dolph will ever ask for it.' },
        {
          note: 'If you did not ask for this, someone else is logged in to your account. Log in and log out everywhere else.',
        },
        { link: 'Go to my settings', path: '/settings' },
      ],
    }),
)

export const githubConnectedMail = defineMailTemplate(
  'github-connected',
  RecipientName.extend({ login: z.string() }),
  ({ firstName, login }, origin) =>
    renderMail(origin, {
      subject: 'GitHub was connected to your Dolph account',
      preview: 'You can now sign in with GitHub.',
      title: 'GitHub was connected',
      firstName,
      parts: [
        {
          text: `The GitHub account ${login} was just connected to your Dolph account, and can sign in to it. If that was you, all is well.`,
        },
        { text: 'If it was not you, disconnect it and log out everywhere else now:' },
        { button: 'Go to my settings', path: '/settings' },
      ],
    }),
)

export const githubDisconnectedMail = defineMailTemplate(
  'github-disconnected',
  RecipientName.extend({ login: z.string() }),
  ({ firstName, login }, origin) =>
    renderMail(origin, {
      subject: 'GitHub was removed from your Dolph account',
      preview: 'You can no longer sign in with GitHub.',
      title: 'GitHub was removed',
      firstName,
      parts: [
        {
          text: `The GitHub account ${login} was just removed from your Dolph account, and can no longer sign in to it. If that was you, all is well.`,
        },
        { text: 'If it was not you, log out everywhere else now:' },
        { button: 'Go to my settings', path: '/settings' },
      ],
    }),
)

export const passwordCodeMail = defineMailTemplate(
  'password-code',
  RecipientName.extend({ code: z.string() }),
  ({ firstName, code }, origin) =>
    renderMail(origin, {
      subject: 'Your code to change your Dolph password',
      preview: 'Enter it in your account settings.',
      title: 'Change your password',
      firstName,
      parts: [
        { text: 'Enter this code in your account settings to change your password:' },
        { code },
        { text: 'It is valid for 10 minutes. Nobody at Dolph will ever ask for it.' },
        {
          note: 'If you did not ask for this, someone else is logged in to your account. Log out everywhere and choose a new password.',
        },
        { link: 'Reset my password', path: '/forgot-password' },
      ],
    }),
)

export const passwordChangedMail = defineMailTemplate(
  'password-changed',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph password was changed',
      preview: 'All other devices were logged out.',
      title: 'Your password was changed',
      firstName,
      parts: [
        {
          text: 'The password of your Dolph account has just been changed, and all other devices were logged out. If that was you, all is well.',
        },
        { text: 'If it was not you, take your account back now:' },
        { button: 'Reset my password', path: '/forgot-password' },
      ],
    }),
)

export const accountDeletedMail = defineMailTemplate(
  'account-deleted',
  RecipientName,
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph account was deleted',
      preview: 'Your posts, likes and profile are gone.',
      title: 'Your account was deleted',
      firstName,
      parts: [
        {
          text: 'As you asked, your Dolph account was deleted, with your profile, posts, comments and likes. Messages you sent stay with the people who received them, without your name.',
        },
        { text: 'This is the last email you get from us. Thank you for being part of Dolph.' },
      ],
    }),
)

/** Registered in the worker, which looks up the template of a queued mail by its name. */
export const accountMails = [
  verificationMail,
  alreadyRegisteredMail,
  passwordResetMail,
  googleAccountMail,
  githubAccountMail,
  proofCodeMail,
  githubConnectedMail,
  githubDisconnectedMail,
  passwordCodeMail,
  passwordChangedMail,
  accountDeletedMail,
  ...emailChangeMails,
  ...secondFactorMails,
  ...passkeyMails,
]

import { z } from 'zod'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import { defineMailTemplate } from '../../../platform/mail/mail-template.ts'

/** The device is one of our own texts: the name of the passkey could be an intruder's message. */
const Data = z.object({ firstName: z.string(), device: z.string() })

const SETTINGS = { button: 'Go to my settings', path: '/settings' }

export const passkeyAddedMail = defineMailTemplate(
  'passkey-added',
  Data,
  ({ firstName, device }, origin) =>
    renderMail(origin, {
      subject: 'A passkey was added to your Dolph account',
      preview: 'It can log in to your account.',
      title: 'A passkey was added',
      firstName,
      parts: [
        {
          text: `A passkey was added to your Dolph account with ${device}. It can log in without your password. If that was you, all is well.`,
        },
        { text: 'If it was not you, remove the passkey and log out everywhere else now:' },
        SETTINGS,
      ],
    }),
)

export const passkeyRemovedMail = defineMailTemplate(
  'passkey-removed',
  Data,
  ({ firstName, device }, origin) =>
    renderMail(origin, {
      subject: 'A passkey was removed from your Dolph account',
      preview: 'It no longer logs in.',
      title: 'A passkey was removed',
      firstName,
      parts: [
        {
          text: `A passkey was removed from your Dolph account with ${device}. It no longer logs in. If that was you, all is well.`,
        },
        { text: 'If it was not you, log out everywhere else and add it again:' },
        SETTINGS,
      ],
    }),
)

export const passkeyNewDeviceMail = defineMailTemplate(
  'passkey-new-device',
  Data,
  ({ firstName, device }, origin) =>
    renderMail(origin, {
      subject: 'Your passkey logged in on a new device',
      preview: `With ${device}.`,
      title: 'Logged in on a new device',
      firstName,
      parts: [
        {
          text: `Someone, hopefully you, logged in to your Dolph account with a passkey and ${device}, which has not logged in to it before. If that was you, all is well.`,
        },
        { text: 'If it was not you, remove the passkey and log out everywhere else now:' },
        SETTINGS,
      ],
    }),
)

/** The answer to a request for a new password of an account that has a passkey alone. */
export const passkeyAccountMail = defineMailTemplate(
  'passkey-account',
  z.object({ firstName: z.string() }),
  ({ firstName }, origin) =>
    renderMail(origin, {
      subject: 'Your Dolph account logs in with a passkey',
      preview: 'There is no password to reset.',
      title: 'Log in with your passkey',
      firstName,
      parts: [
        {
          text: 'Someone, hopefully you, asked for a new password for your Dolph account. It doesn’t have one: you log in with a passkey.',
        },
        { button: 'Go to the login page', path: '/login' },
        { note: 'If you did not ask for this, ignore this email. Nothing has changed.' },
      ],
    }),
)

export const passkeyMails = [
  passkeyAddedMail,
  passkeyRemovedMail,
  passkeyNewDeviceMail,
  passkeyAccountMail,
]

import { describe, expect, test } from 'vitest'
import type { RenderedMail } from '../../platform/mail/mail-template.ts'
import {
  confirmEmailMail,
  emailChangeRequestedMail,
  emailChangedMail,
  emailChangeRevokedMail,
  emailChangeUndoneMail,
  emailTakenMail,
} from './email-change/email-change-mails.ts'
import {
  accountDeletedMail,
  accountMails,
  alreadyRegisteredMail,
  githubAccountMail,
  githubConnectedMail,
  githubDisconnectedMail,
  googleAccountMail,
  passwordChangedMail,
  passwordCodeMail,
  passwordResetMail,
  proofCodeMail,
  verificationMail,
} from './mails.ts'
import {
  passkeyAccountMail,
  passkeyAddedMail,
  passkeyNewDeviceMail,
  passkeyRemovedMail,
} from './passkeys/passkey-mails.ts'
import {
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  resetNoticeMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorResetMail,
} from './second-factor/second-factor-mails.ts'

const ORIGIN = 'https://dolph.example'
const CODE = '314159'
const TOKEN = 'q7Jx0b8kP2mVwYtR5cZsLhNfGdKaXeUo1I3B4v6T9yM'
const HINT = 'n***@evil.example'
const HOSTILE = '"><script>alert(1)</script>'

const mails: [string, RenderedMail, subject: string, lines: string[]][] = [
  [
    'verification',
    verificationMail.render({ code: CODE, token: TOKEN, userName: 'ada_l' }, ORIGIN),
    'Verify your email for Dolph',
    [
      CODE,
      'valid for 10 minutes',
      '24 hours',
      `${ORIGIN}/verify-email/${TOKEN}`,
      'This code is for the username ada_l',
      'if you signed up for Dolph as ada_l',
    ],
  ],
  [
    'passkey added',
    passkeyAddedMail.render({ firstName: HOSTILE, device: 'Firefox on Linux' }, ORIGIN),
    'A passkey was added to your Dolph account',
    ['with Firefox on Linux', 'remove the passkey', `${ORIGIN}/settings`],
  ],
  [
    'passkey account',
    passkeyAccountMail.render({ firstName: HOSTILE }, ORIGIN),
    'Your Dolph account logs in with a passkey',
    ['you log in with a passkey', `${ORIGIN}/login`, 'ignore this email'],
  ],
  [
    'passkey removed',
    passkeyRemovedMail.render({ firstName: HOSTILE, device: 'Firefox on Linux' }, ORIGIN),
    'A passkey was removed from your Dolph account',
    ['with Firefox on Linux', 'add it again', `${ORIGIN}/settings`],
  ],
  [
    'passkey on a new device',
    passkeyNewDeviceMail.render({ firstName: HOSTILE, device: 'Firefox on Linux' }, ORIGIN),
    'Your passkey logged in on a new device',
    ['Firefox on Linux', 'remove the passkey', `${ORIGIN}/settings`],
  ],
  [
    'already registered',
    alreadyRegisteredMail.render({ firstName: HOSTILE }, ORIGIN),
    'You already have a Dolph account',
    ['tried to sign up', `${ORIGIN}/login`, `${ORIGIN}/forgot-password`],
  ],
  [
    'password reset',
    passwordResetMail.render({ firstName: HOSTILE, token: TOKEN }, ORIGIN),
    'Reset your Dolph password',
    [`${ORIGIN}/reset-password/${TOKEN}`, 'once, for one hour', 'If you did not ask for this'],
  ],
  [
    'password reset of a Google account',
    googleAccountMail.render({ firstName: HOSTILE }, ORIGIN),
    'Your Dolph account signs in with Google',
    ['you sign in with Google', `${ORIGIN}/login`],
  ],
  [
    'password reset of a GitHub account',
    githubAccountMail.render({ firstName: HOSTILE }, ORIGIN),
    'Your Dolph account signs in with GitHub',
    ['you sign in with GitHub', `${ORIGIN}/login`],
  ],
  [
    'code for a proof',
    proofCodeMail.render({ firstName: HOSTILE, code: CODE, purpose: 'proof' }, ORIGIN),
    'Your code to confirm that it is you',
    [CODE, 'valid for 10 minutes', `${ORIGIN}/settings`],
  ],
  [
    'GitHub connected',
    githubConnectedMail.render({ firstName: HOSTILE, login: 'octocat' }, ORIGIN),
    'GitHub was connected to your Dolph account',
    ['octocat', 'If it was not you', `${ORIGIN}/settings`],
  ],
  [
    'GitHub disconnected',
    githubDisconnectedMail.render({ firstName: HOSTILE, login: 'octocat' }, ORIGIN),
    'GitHub was removed from your Dolph account',
    ['octocat', 'can no longer sign in', `${ORIGIN}/settings`],
  ],
  [
    'code for a new password',
    passwordCodeMail.render({ firstName: HOSTILE, code: CODE }, ORIGIN),
    'Your code to change your Dolph password',
    [CODE, 'valid for 10 minutes', `${ORIGIN}/forgot-password`],
  ],
  [
    'password changed',
    passwordChangedMail.render({ firstName: HOSTILE }, ORIGIN),
    'Your Dolph password was changed',
    ['all other devices were logged out', `${ORIGIN}/forgot-password`],
  ],
  [
    'account deleted',
    accountDeletedMail.render({ firstName: HOSTILE }, ORIGIN),
    'Your Dolph account was deleted',
    ['was deleted', 'last email'],
  ],
  [
    'confirm a new email',
    confirmEmailMail.render({ token: TOKEN }, ORIGIN),
    'Confirm your new email for Dolph',
    [`${ORIGIN}/confirm-email/${TOKEN}`, 'once, for one hour', 'while you are logged in'],
  ],
  [
    'email change requested',
    emailChangeRequestedMail.render({ firstName: HOSTILE, hint: HINT, hasPassword: true }, ORIGIN),
    'Your Dolph email is about to change',
    [HINT, 'choose a new password now', `${ORIGIN}/forgot-password`],
  ],
  [
    'the new email has an account',
    emailTakenMail.render({ firstName: HOSTILE }, ORIGIN),
    'This address already has a Dolph account',
    ['nothing about yours has changed', `${ORIGIN}/login`, `${ORIGIN}/forgot-password`],
  ],
  [
    'email changed',
    emailChangedMail.render({ firstName: HOSTILE, hint: HINT, token: TOKEN }, ORIGIN),
    'Your Dolph email was changed',
    [HINT, 'If it was not you', `${ORIGIN}/undo-email-change/${TOKEN}`, 'for seven days'],
  ],
  [
    'email change undone',
    emailChangeUndoneMail.render({ firstName: HOSTILE, hasPassword: true }, ORIGIN),
    'Your Dolph email was changed back',
    ['was undone', 'every device was logged out', `${ORIGIN}/forgot-password`],
  ],
  [
    'email change undone, to the address that it was changed to',
    emailChangeRevokedMail.render({ firstName: HOSTILE }, ORIGIN),
    'This is no longer the email of your Dolph account',
    ['undid the email change', `${ORIGIN}/contact`],
  ],
  [
    'second factor on',
    secondFactorOnMail.render({ firstName: HOSTILE }, ORIGIN),
    'Your Dolph account now asks for a code',
    ['All other browsers were logged out', 'If it was not you', `${ORIGIN}/forgot-password`],
  ],
  [
    'second factor off',
    secondFactorOffMail.render({ firstName: HOSTILE }, ORIGIN),
    'Your Dolph account no longer asks for a code',
    ['was switched off', 'If it was not you', `${ORIGIN}/forgot-password`],
  ],
  [
    'new recovery codes',
    recoveryCodesRenewedMail.render({ firstName: HOSTILE }, ORIGIN),
    'Your Dolph account has new recovery codes',
    ['the earlier ones no longer work', 'If it was not you', `${ORIGIN}/settings#sign-in`],
  ],
  [
    'recovery code used',
    recoveryCodeUsedMail.render({ firstName: HOSTILE, left: 9 }, ORIGIN),
    'A recovery code was used for your Dolph account',
    ['9 are left', 'switch the authenticator app off', `${ORIGIN}/forgot-password`],
  ],
  [
    'notice of a reset',
    resetNoticeMail.render({ firstName: HOSTILE, token: TOKEN, day: 'November 26' }, ORIGIN),
    'Your Dolph account will stop asking for a code',
    ['From November 26 on', 'the password stays', `${ORIGIN}/keep-second-factor/${TOKEN}`],
  ],
  [
    'second factor reset',
    secondFactorResetMail.render({ firstName: HOSTILE }, ORIGIN),
    'The second factor of your Dolph account was removed',
    ['Seven days after', 'every browser was logged out', `${ORIGIN}/login`],
  ],
]

describe.each(mails)('the mail "%s"', (_, { subject, text, html }, expected, lines) => {
  test('has the required lines, as text and as HTML', () => {
    expect(subject).toBe(expected)
    for (const line of lines) {
      expect(text).toContain(line)
      expect(html).toContain(line)
    }
  })

  test('contains no markup from members, fetches nothing, and links only to our site', () => {
    expect(html).not.toMatch(/<script|<img|<link|url\(|@import/i)
    const urls = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url)
    expect(urls.length).toBeGreaterThan(0)
    for (const url of urls) expect(url).toMatch(/^https:\/\/dolph\.example(\/|$)/)
  })

  test('has a subject without secrets and without text from members', () => {
    expect(subject).not.toMatch(/\d|script/)
  })
})

test('the mail to an unverified email repeats nothing that was typed but the username', () => {
  const data = { code: CODE, token: TOKEN, userName: 'ada_l', firstName: 'Visit evil.example' }
  for (const mail of [verificationMail, confirmEmailMail]) {
    const { text, html } = mail.parseAndRender(data, ORIGIN)
    expect(text + html).not.toContain('evil.example')
  }
})

test('the mail to a member without a password names another way to stop an email change', () => {
  const data = { firstName: 'Ada', hint: HINT, hasPassword: false }
  const { text } = emailChangeRequestedMail.render(data, ORIGIN)
  expect(text).toContain('log out everywhere else')
  expect(text).toContain(`${ORIGIN}/settings`)
  expect(text).not.toContain('/forgot-password')
})

test('the worker knows every template, each under its own name', () => {
  expect(accountMails).toHaveLength(mails.length)
  expect(new Set(accountMails.map(({ name }) => name)).size).toBe(mails.length)
})

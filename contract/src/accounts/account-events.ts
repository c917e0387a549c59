import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { pageQuery } from '../paging.ts'
import { Id, successReply, Timestamp } from '../primitives.ts'
import { SignInMethod } from './sign-in-method.ts'

export const AccountEventKind = z.enum([
  'signed-in',
  'sign-in-failed',
  'password-changed',
  'password-reset',
  'email-change-requested',
  'email-changed',
  'email-change-undone',
  'other-sessions-ended',
  'oldest-session-ended',
  'proof-given',
  'proof-failed',
  'github-connected',
  'github-disconnected',
  'second-factor-on',
  'second-factor-off',
  'second-factor-failed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'second-factor-reset-started',
  'second-factor-reset-stopped',
  'second-factor-reset',
  'account-deleted',
  'passkey-added',
  'passkey-removed',
  /** Its counter went back: there may be a copy of it. */
  'passkey-refused',
])
export type AccountEventKind = z.infer<typeof AccountEventKind>

/** How a member signed in or proved that it is them; `code` is one that was emailed. */
export const AccountEventMethod = z.enum([...SignInMethod.options, 'authenticator', 'code'])
export type AccountEventMethod = z.infer<typeof AccountEventMethod>

/** What happened to the account of the member, who alone can see it. */
export const AccountEvent = z.object({
  _id: Id,
  kind: AccountEventKind,
  method: z.nullable(AccountEventMethod),
  device: z.string(),
  createdAt: Timestamp,
})
export type AccountEvent = z.infer<typeof AccountEvent>

/** Newest first. */
export const listAccountEvents = defineEndpoint({
  method: 'GET',
  url: '/api/users/activity',
  access: 'member',
  schema: {
    querystring: z.object(pageQuery),
    response: {
      200: successReply({ data: z.array(AccountEvent), nextCursor: z.nullable(z.string()) }),
    },
  },
})

import { z } from 'zod/mini'
import { SignInMethod } from './sign-in-method.ts'
import { defineEndpoint } from '../endpoint.ts'
import { Onboarding } from './onboarding.ts'
import { Id, successReply, Timestamp } from '../primitives.ts'

/** The signed-in member, with private fields. */
export const Viewer = z.object({
  _id: Id,
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profilePicture: z.string(),
  email: z.string(),
  /** Present when the account signs in with Google and has no password. The name belongs to the published API. */
  googleId: z.optional(z.literal('google')),
  /** The login of the connected GitHub account, if there is one. */
  githubLogin: z.optional(z.string()),
  /** Every way in that the account has. A process of the release before does not send it. */
  signInMethods: z.optional(z.array(SignInMethod)),
  sessionExpiresAt: Timestamp,
  /** What a decision of a moderator has closed to the member; present while there is any. */
  restrictions: z.optional(z.array(z.enum(['suspension', 'posting', 'messaging']))),
  /** Present for staff only. */
  role: z.optional(z.enum(['moderator', 'admin'])),
  /** Present until a new member has done or dismissed the first steps. */
  onboarding: z.optional(Onboarding),
})
export type Viewer = z.infer<typeof Viewer>

export const getCsrfToken = defineEndpoint({
  method: 'GET',
  url: '/api/csrf-token',
  access: 'public',
  csrf: 'none',
  schema: { response: { 200: successReply({ token: z.string() }) } },
})

export const getViewer = defineEndpoint({
  method: 'GET',
  url: '/api/users/me',
  access: 'member',
  schema: { response: { 200: successReply({ _id: Id, data: Viewer }) } },
})

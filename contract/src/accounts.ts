import { z } from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Id, optionalText, successReply, requiredText, Timestamp } from './primitives.ts'

export const PASSWORD_MAX = 128
export const CODE_RESEND_COOLDOWN_SECONDS = 60
export const CODE_MINUTES = 10

/** The three rules of a new password, each with the hint that the form checks off. */
export const PASSWORD_RULES = [
  { hint: 'At least 8 characters', isMet: (password: string) => [...password].length >= 8 },
  { hint: '1 uppercase letter', isMet: (password: string) => /\p{Lu}/u.test(password) },
  { hint: '1 number', isMet: (password: string) => /\p{Nd}/u.test(password) },
] as const
export const PASSWORD_HINT = 'At least 8 characters, 1 uppercase letter and 1 number'

/** Emails are compared in lower case; only ASCII is accepted, so that no look-alike characters imitate another email. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, 'Please enter a valid email address'),
    z.regex(
      /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(\.[a-z0-9-]+)+$/,
      'Please enter a valid email address',
    ),
  )

export const USERNAME_MAX = 30
export const UserName = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[A-Za-z0-9_-]{3,30}$/, 'Use 3 to 30 letters, numbers, hyphens or underscores'),
  )

/** A password that is being chosen; the rules do not apply to one that is typed to sign in. */
export const NewPassword = z.string().check(
  z.refine((password) => PASSWORD_RULES.every(({ isMet }) => isMet(password)), PASSWORD_HINT),
  z.maxLength(PASSWORD_MAX, `Password cannot be more than ${PASSWORD_MAX} characters`),
)

const CurrentPassword = z
  .string()
  .check(
    z.minLength(1, 'Password is required'),
    z.maxLength(PASSWORD_MAX, `Password cannot be more than ${PASSWORD_MAX} characters`),
  )

export const VerificationCode = z
  .string()
  .check(z.trim(), z.regex(/^\d{6}$/, 'Enter the 6 digits of the code'))
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const FirstName = requiredText({
  max: 50,
  required: 'First name is required',
  tooLong: 'First name cannot be more than 50 characters',
})
/** Required at sign-up, but members who signed up with Google may have none. */
export const LastName = optionalText({
  max: 50,
  tooLong: 'Last name cannot be more than 50 characters',
})

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
  sessionExpiresAt: Timestamp,
})
export type Viewer = z.infer<typeof Viewer>

const messageResponse = { 200: successReply({ message: z.string() }) }

export const getCsrfToken = defineEndpoint('public', 'GET', '/api/csrf-token', {
  response: { 200: successReply({ token: z.string() }) },
})

export const getViewer = defineEndpoint('member', 'GET', '/api/users/me', {
  response: { 200: successReply({ _id: Id, data: Viewer }) },
})

export const Credentials = z.object({ email: Email, password: CurrentPassword })
export type Credentials = z.infer<typeof Credentials>

export const logIn = defineEndpoint('public', 'POST', '/api/users/login', {
  body: Credentials,
  response: messageResponse,
})

/** The capitals of `Email` and `Password` belong to the published API. */
export const SignUpForm = z
  .object({
    firstName: FirstName,
    lastName: LastName.check(z.minLength(1, 'Last name is required')),
    Email,
    userName: UserName,
    Password: NewPassword,
    confirmPassword: z.string(),
  })
  .check(
    z.refine((form) => form.Password === form.confirmPassword, {
      error: 'Passwords do not match.',
      path: ['confirmPassword'],
    }),
  )
export type SignUpForm = z.infer<typeof SignUpForm>

export const signUp = defineEndpoint('public', 'POST', '/api/users/signup', {
  body: SignUpForm,
  response: { 201: successReply({ message: z.string(), email: z.string() }) },
})

export const verifyCode = defineEndpoint('public', 'POST', '/api/users/verify-code', {
  body: z.object({ email: Email, code: VerificationCode }),
  response: messageResponse,
})

export const resendVerification = defineEndpoint(
  'public',
  'POST',
  '/api/users/resend-verification',
  {
    body: z.object({ email: Email }),
    response: messageResponse,
  },
)

export const verifyEmail = defineEndpoint('public', 'GET', '/api/users/verify-email/:token', {
  params: z.object({ token: z.string() }),
  response: messageResponse,
})

export const forgotPassword = defineEndpoint('public', 'POST', '/api/users/forgot-password', {
  body: z.object({ email: Email }),
  response: messageResponse,
})

export const resetPassword = defineEndpoint('public', 'POST', '/api/users/reset-password', {
  body: z.object({ token: Token, password: NewPassword }),
  response: messageResponse,
})

export const logOut = defineEndpoint('public', 'POST', '/api/users/logout', {
  response: messageResponse,
})

export const Session = z.object({
  _id: Id,
  device: z.string(),
  signedInAt: Timestamp,
  lastSeenAt: Timestamp,
  isThisOne: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = defineEndpoint('member', 'GET', '/api/users/sessions', {
  response: { 200: successReply({ data: z.array(Session) }) },
})

export const endOtherSessions = defineEndpoint('member', 'DELETE', '/api/users/sessions/others', {
  response: messageResponse,
})

export const sendPasswordCode = defineEndpoint(
  'member',
  'POST',
  '/api/profile/send-password-code',
  {
    response: messageResponse,
  },
)

export const changePassword = defineEndpoint('member', 'PUT', '/api/profile/change-password', {
  body: z.object({
    currentPassword: CurrentPassword,
    newPassword: NewPassword,
    verificationCode: VerificationCode,
  }),
  response: messageResponse,
})

/** The pages that can ask for proof; Google sends the browser back to the one that asked. */
export const PROOF_PAGES = ['/profile', '/settings'] as const

/** Proves that the member makes the calls of this session; calls that need it are accepted for ten minutes. */
export const giveProof = defineEndpoint('member', 'POST', '/api/users/proof', {
  body: z.object({ password: CurrentPassword }),
  response: messageResponse,
})

/** The second step of an email change: the token was sent to the new email and is valid for its member only. */
export const confirmEmail = defineEndpoint('member', 'POST', '/api/users/confirm-email', {
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  response: { 200: successReply({ message: z.string(), email: z.string() }) },
})

/** Sets the email back to the one that the link was sent to, and signs out every browser. */
export const undoEmailChange = defineEndpoint('public', 'POST', '/api/users/undo-email-change', {
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  response: { 200: successReply({ message: z.string(), email: z.string() }) },
})

export const deleteAccount = defineEndpoint('member', 'DELETE', '/api/profile/delete-account', {
  body: z.object({ password: z.optional(CurrentPassword) }),
  response: messageResponse,
})

/** The Google account data of a new member who has no username yet, and a suggested free username. */
export const getGoogleSignUp = defineEndpoint('public', 'GET', '/api/users/auth/google/sign-up', {
  response: {
    200: successReply({
      data: z.object({
        email: z.string(),
        firstName: z.string(),
        lastName: z.string(),
        userName: z.string(),
      }),
    }),
  },
})

export const finishGoogleSignUp = defineEndpoint(
  'public',
  'POST',
  '/api/users/auth/google/sign-up',
  {
    body: z.object({ userName: UserName }),
    response: { 201: successReply({ message: z.string() }) },
  },
)

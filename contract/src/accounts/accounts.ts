import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { NEXT_PATH_MAX } from './next-path.ts'
import { SignedCredential } from './passkeys.ts'
import { CurrentPassword, NewPassword } from './passwords.ts'
import { optionalLine, successReply, requiredLine } from '../primitives.ts'
import { AuthenticatorCode } from './second-factor.ts'

export const CODE_RESEND_COOLDOWN_SECONDS = 60
export const CODE_MINUTES = 10

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

export const VerificationCode = z
  .string()
  .check(z.trim(), z.regex(/^\d{6}$/, 'Enter the 6 digits of the code'))
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const FirstName = requiredLine({
  max: 50,
  required: 'First name is required',
  tooLong: 'First name cannot be more than 50 characters',
})
/** Required at sign-up, but members who signed up with Google may have none. */
export const LastName = optionalLine({
  max: 50,
  tooLong: 'Last name cannot be more than 50 characters',
})

const messageResponse = { 200: successReply({ message: z.string() }) }

export const Credentials = z.object({ email: Email, password: CurrentPassword })
export type Credentials = z.infer<typeof Credentials>

export const logIn = defineEndpoint({
  method: 'POST',
  url: '/api/users/login',
  access: 'public',
  csrf: 'origin',
  errors: ['email-not-verified', 'second-factor-needed'],
  schema: { body: Credentials, response: messageResponse },
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
    /** The path of this site that the visitor wanted to open; any other text is ignored. */
    next: z.optional(z.string().check(z.maxLength(NEXT_PATH_MAX))),
  })
  .check(
    z.refine((form) => form.Password === form.confirmPassword, {
      error: 'Passwords do not match.',
      path: ['confirmPassword'],
    }),
  )
export type SignUpForm = z.infer<typeof SignUpForm>

export const signUp = defineEndpoint({
  method: 'POST',
  url: '/api/users/signup',
  access: 'public',
  csrf: 'origin',
  errors: ['conflict'],
  schema: {
    body: SignUpForm,
    response: { 201: successReply({ message: z.string(), email: z.string() }) },
  },
})

export const verifyCode = defineEndpoint({
  method: 'POST',
  url: '/api/users/verify-code',
  access: 'public',
  csrf: 'origin',
  errors: ['code-expired', 'conflict'],
  schema: { body: z.object({ email: Email, code: VerificationCode }), response: messageResponse },
})

export const resendVerification = defineEndpoint({
  method: 'POST',
  url: '/api/users/resend-verification',
  access: 'public',
  schema: { body: z.object({ email: Email }), response: messageResponse },
})

export const verifyEmail = defineEndpoint({
  method: 'GET',
  url: '/api/users/verify-email/:token',
  access: 'public',
  returnsPosition: true,
  csrf: 'none',
  errors: ['conflict'],
  schema: {
    params: z.object({ token: z.string() }),
    response: {
      200: successReply({
        message: z.string(),
        email: z.string(),
        /** The path that the visitor wanted to open when signing up, if any. */
        next: z.optional(z.string()),
      }),
    },
  },
})

export const forgotPassword = defineEndpoint({
  method: 'POST',
  url: '/api/users/forgot-password',
  access: 'public',
  schema: {
    body: z.object({
      email: Email,
      /** The path of this site that the visitor wanted to open; any other text is ignored. */
      next: z.optional(z.string().check(z.maxLength(NEXT_PATH_MAX))),
    }),
    response: messageResponse,
  },
})

export const resetPassword = defineEndpoint({
  method: 'POST',
  url: '/api/users/reset-password',
  access: 'public',
  schema: {
    body: z.object({ token: Token, password: NewPassword }),
    response: {
      200: successReply({
        message: z.string(),
        /** The path that the visitor wanted to open when asking for the link, if any. */
        next: z.optional(z.string()),
      }),
    },
  },
})

export const logOut = defineEndpoint({
  method: 'POST',
  url: '/api/users/logout',
  access: 'public',
  schema: { response: messageResponse },
})

export const sendPasswordCode = defineEndpoint({
  method: 'POST',
  url: '/api/profile/send-password-code',
  access: 'member',
  restriction: 'none',
  errors: ['forbidden'],
  schema: { response: messageResponse },
})

export const changePassword = defineEndpoint({
  method: 'PUT',
  url: '/api/profile/change-password',
  access: 'member',
  restriction: 'none',
  errors: ['code-expired', 'forbidden'],
  schema: {
    body: z.object({
      currentPassword: CurrentPassword,
      newPassword: NewPassword,
      verificationCode: VerificationCode,
    }),
    response: messageResponse,
  },
})

/** The pages that can ask for proof; Google sends the browser back to the one that asked. */
export const PROOF_PAGES = ['/profile', '/settings'] as const

/** Exactly one of the fields: each is a way to prove it. */
export const Proof = z
  .object({
    password: z.optional(CurrentPassword),
    /** A code of the authenticator app. */
    appCode: z.optional(AuthenticatorCode),
    /** The code that `sendProofCode` mailed. */
    code: z.optional(VerificationCode),
    passkey: z.optional(SignedCredential),
  })
  .check(
    z.refine((proof) => Object.values(proof).filter((value) => value !== undefined).length === 1, {
      error: 'Password is required',
      path: ['password'],
    }),
  )
export type Proof = z.infer<typeof Proof>

/** Proves that the member makes the calls of this session; calls that need it are accepted for ten minutes. */
export const giveProof = defineEndpoint({
  method: 'POST',
  url: '/api/users/proof',
  access: 'member',
  restriction: 'none',
  errors: ['code-expired', 'forbidden', 'not-found'],
  schema: { body: Proof, response: messageResponse },
})

/** What an emailed code proves the member for: one for a proof does not delete the account. */
export const ProofCodePurpose = z.enum(['proof', 'delete-account'])
export type ProofCodePurpose = z.infer<typeof ProofCodePurpose>

/** Mails a code to a member who has neither a password nor Google: for a proof, or to delete the account. */
export const sendProofCode = defineEndpoint({
  method: 'POST',
  url: '/api/users/proof/code',
  access: 'member',
  restriction: 'none',
  errors: ['forbidden'],
  schema: {
    body: z.object({ purpose: ProofCodePurpose }),
    response: messageResponse,
  },
})

export const deleteAccount = defineEndpoint({
  method: 'DELETE',
  url: '/api/profile/delete-account',
  access: 'member',
  restriction: 'none',
  errors: ['code-expired', 'forbidden'],
  schema: {
    body: z.object({
      password: z.optional(CurrentPassword),
      /** The code that `sendProofCode` mailed. */
      code: z.optional(VerificationCode),
    }),
    response: messageResponse,
  },
})

import { z } from 'zod/mini'
import { defineEndpoint } from '../endpoint.ts'
import { successReply, Timestamp } from '../primitives.ts'

export const RECOVERY_CODES_COUNT = 10

/** The six digits that an authenticator app shows, often in two groups. */
export const AuthenticatorCode = z.string().check(
  z.overwrite((code) => code.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Enter the 6 digits that your app shows'),
)

/** Sixteen letters and digits. Read from paper, so case, spaces and hyphens do not matter. */
export const RecoveryCode = z.string().check(
  z.overwrite((code) => code.replaceAll(/[\s-]/g, '').toLowerCase()),
  z.regex(/^[a-z2-7]{16}$/, 'A recovery code has 16 letters and digits'),
)

const messageResponse = { 200: successReply({ message: z.string() }) }
const recoveryCodes = z.array(z.string())

/** How the second factor of the account stands. */
export const SecondFactor = z.object({
  /** Since when the authenticator app is asked for; null while it is off. */
  onSince: z.nullable(Timestamp),
  recoveryCodesLeft: z.number(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const readSecondFactor = defineEndpoint({
  method: 'GET',
  url: '/api/users/totp',
  access: 'member',
  schema: { response: { 200: successReply({ data: SecondFactor }) } },
})

/** A new secret for the app, and recovery codes. Nothing is asked for until a code of the app confirms that it has the secret. */
export const startTotp = defineEndpoint({
  method: 'POST',
  url: '/api/users/totp',
  access: 'member',
  restriction: 'none',
  proof: 'always',
  errors: ['conflict'],
  schema: {
    response: {
      200: successReply({
        data: z.object({
          /** In Base32, for typing. */
          secret: z.string(),
          /** The same for the QR code. */
          uri: z.string(),
          recoveryCodes,
        }),
      }),
    },
  },
})

/** Switches the second factor on and ends all other sessions: they were opened with one factor. */
export const confirmTotp = defineEndpoint({
  method: 'POST',
  url: '/api/users/totp/confirm',
  access: 'member',
  restriction: 'none',
  proof: 'always',
  errors: ['conflict'],
  schema: { body: z.object({ code: AuthenticatorCode }), response: messageResponse },
})

/** Voids the recovery codes too. */
export const removeTotp = defineEndpoint({
  method: 'DELETE',
  url: '/api/users/totp',
  access: 'member',
  restriction: 'none',
  proof: 'always',
  errors: ['not-found'],
  schema: { response: messageResponse },
})

/** Voids the recovery codes that the member had. */
export const newRecoveryCodes = defineEndpoint({
  method: 'POST',
  url: '/api/users/recovery-codes',
  access: 'member',
  restriction: 'none',
  proof: 'always',
  errors: ['not-found'],
  schema: { response: { 200: successReply({ data: z.object({ recoveryCodes }) }) } },
})

/** Exactly one of the fields. */
export const SecondFactorForm = z
  .object({ code: z.optional(AuthenticatorCode), recoveryCode: z.optional(RecoveryCode) })
  .check(
    z.refine(({ code, recoveryCode }) => (code === undefined) !== (recoveryCode === undefined), {
      error: 'Enter a code',
      path: ['code'],
    }),
  )
export type SecondFactorForm = z.infer<typeof SecondFactorForm>

/** Ends a sign-in that began with a right password or with Google in the same browser, within the last five minutes. */
export const giveSecondFactor = defineEndpoint({
  method: 'POST',
  url: '/api/users/second-factor',
  access: 'public',
  csrf: 'origin',
  errors: ['code-expired'],
  schema: {
    body: SecondFactorForm,
    response: {
      200: successReply({
        message: z.string(),
        /** Present after a sign-in with a recovery code. */
        recoveryCodesLeft: z.optional(z.number()),
      }),
    },
  },
})

/** Stops the reset that an operator has started, with the link in the mails about it. */
export const stopSecondFactorReset = defineEndpoint({
  method: 'POST',
  url: '/api/users/second-factor-reset/stop',
  access: 'public',
  schema: {
    body: z.object({ token: z.string().check(z.maxLength(200)) }),
    response: messageResponse,
  },
})

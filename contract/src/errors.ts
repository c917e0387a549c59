import { z } from 'zod/mini'

/** The machine-readable reason of a refusal; `message` is for people. */
export const ErrorCode = z.enum([
  'invalid-input',
  'code-expired',
  'not-signed-in',
  'email-not-verified',
  'forbidden',
  'invalid-csrf-token',
  'proof-needed',
  'second-factor-needed',
  'limited',
  'not-found',
  'conflict',
  'too-many-requests',
  'unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/** Every reply that is not a success has this body. */
export const ErrorBody = z.object({
  success: z.literal(false),
  code: ErrorCode,
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** The username of the signed-in member, where the call named another one in `x-member-id`. */
  signedInAs: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The message of a call that was refused because another member is signed in. */
export function describeSignedInMember(userName: string): string {
  return `You are now logged in as @${userName}. Nothing was sent.`
}

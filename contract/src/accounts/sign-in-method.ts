import { z } from 'zod/mini'

/** How a member can sign in. */
export const SignInMethod = z.enum(['password', 'google', 'github', 'passkey'])
export type SignInMethod = z.infer<typeof SignInMethod>

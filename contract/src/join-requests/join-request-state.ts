import { z } from 'zod/mini'

/** `accepted`, `declined`, `withdrawn` and `ended` are final. */
export const JoinRequestState = z.enum([
  'waiting',
  'talking',
  'accepted',
  'declined',
  'withdrawn',
  'ended',
])
export type JoinRequestState = z.infer<typeof JoinRequestState>

import { z } from 'zod/mini'
import { Count } from '../primitives.ts'

/** How an owner answers requests to join: of the last ones, how many before their date, and the median time. */
export const Answers = z.object({ answered: Count, of: Count, medianHours: z.nullable(Count) })
export type Answers = z.infer<typeof Answers>
/** The fewest requests for which a rate is shown, and how many of the newest count. */
export const ANSWERS_MIN = 5
export const ANSWERS_COUNTED_MAX = 50

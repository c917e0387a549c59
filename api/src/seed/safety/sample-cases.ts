import { DecisionKind, ReportReason } from '@dolph/contract/moderation/moderation'
import { z } from 'zod'
import { readYaml } from '../read-yaml.ts'

/** What is reported: a post or comment of the sample data, the newest message or the profile of a member, or a post of its own. */
const SampleSubject = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('post'), title: z.string() }),
  z.strictObject({ kind: z.literal('comment'), title: z.string(), author: z.string() }),
  z.strictObject({ kind: z.literal('message'), sender: z.string(), recipient: z.string() }),
  z.strictObject({ kind: z.literal('member'), username: z.string() }),
  z.strictObject({
    kind: z.literal('hidden-post'),
    author: z.string(),
    title: z.string(),
    body: z.string(),
  }),
])
export type SampleSubject = z.infer<typeof SampleSubject>

const SampleReport = z.strictObject({
  /** A username. */
  reporter: z.string(),
  reason: ReportReason,
  note: z.string().default(''),
})

const SampleCase = z.strictObject({
  subject: SampleSubject,
  daysAgo: z.number(),
  reports: z.array(SampleReport),
  decision: z
    .strictObject({
      kind: DecisionKind,
      rule: ReportReason,
      text: z.string(),
      /** The author's objection, still open. */
      appeal: z.string().optional(),
    })
    .optional(),
})
export type SampleCase = z.infer<typeof SampleCase>

export function readSampleCases(): SampleCase[] {
  return readYaml('cases.yaml', z.array(SampleCase))
}

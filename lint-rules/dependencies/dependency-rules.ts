import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { validRange } from 'semver'
import { parse } from 'yaml'
import { z } from 'zod'

const Text = z.string().trim().min(1)

export const DependencyRules = z.strictObject({
  advisoriesReadOn: z.iso.date(),
  versions: z.array(
    z.strictObject({
      package: Text,
      range: Text.refine((range) => validRange(range) !== null, 'Not a range of versions'),
      advisories: z.array(z.string().regex(/^(CVE|GHSA)-[\w-]+$/)).min(1),
      about: Text,
    }),
  ),
  banned: z.array(z.strictObject({ package: Text, reason: Text })),
  youngReleases: z.array(
    z.strictObject({
      reason: Text,
      releases: z.array(z.string().regex(/^@?[^@\s]+@\d[^\s|]*$/, 'Name one exact version')).min(1),
    }),
  ),
  licenses: z.strictObject({
    allowed: z.array(Text),
    exceptions: z.array(z.strictObject({ package: Text, license: Text, reason: Text })),
  }),
})
export type DependencyRules = z.infer<typeof DependencyRules>

export async function readDependencyRules(): Promise<DependencyRules> {
  const file = join(import.meta.dirname, 'dependency-rules.yaml')
  return DependencyRules.parse(parse(await readFile(file, 'utf8')))
}

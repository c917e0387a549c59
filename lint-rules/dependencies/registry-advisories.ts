import { satisfies } from 'semver'
import { z } from 'zod'
import { splitRelease } from './find-violations.ts'

const ANSWER_TIMEOUT_MS = 20_000
const BULK_PATH = '-/npm/v1/security/advisories/bulk'

/** By the name of the package. */
const BulkReply = z.record(
  z.string(),
  z.array(z.object({ url: z.string(), title: z.string(), vulnerable_versions: z.string() })),
)

/** A sentence for each locked release with an advisory that the registry knows; undefined if it does not answer that question. */
export async function readRegistryAdvisories(
  registry: string,
  releases: string[],
): Promise<string[] | undefined> {
  const locked = releases.map(splitRelease)
  const versions: Record<string, string[]> = {}
  for (const { name, version } of locked) (versions[name] ??= []).push(version)
  const reply = await fetch(new URL(BULK_PATH, registry), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(versions),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => undefined)
  if (!reply?.ok) return undefined
  const advisories = BulkReply.safeParse(await reply.json().catch(() => undefined)).data
  if (!advisories) return undefined
  return locked.flatMap(({ name, version }) =>
    (advisories[name] ?? [])
      .filter((advisory) => satisfies(version, advisory.vulnerable_versions))
      .map(({ title, url }) => `${name}@${version}: ${title} (${url})`),
  )
}

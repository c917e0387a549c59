import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

export const ROOT = join(import.meta.dirname, '../..')

/** A key is `name@version`; the resolution of a package from the registry has a checksum and nothing else. */
const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ resolution: z.record(z.string(), z.unknown()) })),
})
export type Lockfile = z.infer<typeof Lockfile>

const PnpmSettings = z.object({
  minimumReleaseAge: z.number().optional(),
  minimumReleaseAgeStrict: z.boolean().optional(),
  minimumReleaseAgeIgnoreMissingTime: z.boolean().optional(),
  minimumReleaseAgeExclude: z.array(z.string()).default([]),
  allowBuilds: z.record(z.string(), z.boolean()).default({}),
})
export type PnpmSettings = z.infer<typeof PnpmSettings>

export async function readLockfile(): Promise<Lockfile> {
  return Lockfile.parse(await readYaml('pnpm-lock.yaml'))
}

export async function readPnpmSettings(): Promise<PnpmSettings> {
  return PnpmSettings.parse(await readYaml('pnpm-workspace.yaml'))
}

async function readYaml(file: string): Promise<unknown> {
  return parse(await readFile(join(ROOT, file), 'utf8'))
}

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

export const WORLD = new URL('world/', import.meta.url)

/** Reads a file of the sample world; the error names the file and the place in it. */
export function readYaml<Data>(path: string, schema: z.ZodType<Data>): Data {
  const result = schema.safeParse(parse(readFileSync(new URL(path, WORLD), 'utf8')))
  if (!result.success) throw new Error(`${path}: ${z.prettifyError(result.error)}`)
  return result.data
}

import { z } from 'zod/mini'

/** Parses a parameter of the URL; undefined if it is absent or invalid, which both mean no filter. */
export function parseParameter<T extends z.ZodMiniType>(
  schema: T,
  value: string | null,
): z.output<T> | undefined {
  return value === null ? undefined : z.safeParse(schema, value).data
}

/** Applies a change to the URL's parameters: an empty text removes one, and unrelated ones stay. */
export function applyParamsChange(
  params: URLSearchParams,
  change: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(change)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

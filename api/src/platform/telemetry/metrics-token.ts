import { timingSafeEqual } from 'node:crypto'

/** Whether a caller may read metrics: with the token, or without one where none is set and the port is open. */
export function mayReadMetrics(
  authorization: string | undefined,
  token: string | undefined,
  isOpenWithoutToken: boolean,
): boolean {
  if (token === undefined) return isOpenWithoutToken
  const [sent, expected] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${token}`)]
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

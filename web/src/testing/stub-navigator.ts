import { vi } from 'vitest'

/** Replaces parts of `navigator`; `vi.unstubAllGlobals` restores it. */
export function stubNavigator(parts: Record<string, unknown>): void {
  const properties = Object.entries(parts).map(([name, value]) => [name, { value }])
  vi.stubGlobal('navigator', Object.create(navigator, Object.fromEntries(properties)))
}

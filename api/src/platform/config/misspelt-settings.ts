/** Shorter names are near to too many others. */
const NAME_LENGTH_MIN = 6
/** In a name of this length two slips are still a slip, such as two letters that changed places. */
const LONG_NAME_LENGTH = 10

interface MisspeltSetting {
  name: string
  meant: string
}

/**
 * The variables whose names are a slip away from that of a setting which is not set itself. Other programs have variables too, so
 * any other name is none of ours.
 */
export function findMisspeltSettings(
  env: NodeJS.ProcessEnv,
  settings: readonly string[],
): MisspeltSetting[] {
  const known = new Set(settings)
  const unset = settings.filter((name) => !env[name] && name.length >= NAME_LENGTH_MIN)
  return Object.keys(env).flatMap((name) => {
    if (known.has(name) || !env[name]) return []
    const meant = unset.find((setting) => countSlips(name, setting) <= allowedSlips(setting))
    return meant === undefined ? [] : { name, meant }
  })
}

function allowedSlips(name: string): number {
  return name.length < LONG_NAME_LENGTH ? 1 : 2
}

/** How many letters were left out, added, replaced, or exchanged with the next: the Damerau-Levenshtein distance. */
function countSlips(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      const isExchanged = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (beforeLast[column - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? Infinity
}

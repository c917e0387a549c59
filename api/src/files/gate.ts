/** There are more callers than a gate lets wait, or one has waited long enough. */
export class Crowded extends Error {
  override name = 'Crowded'
}

interface Options {
  atOnce: number
  waiting: number
  patienceMs: number
}

/** Lets so many through at once and so many wait, in the order they came; whoever comes then is turned away. */
export function openGate({ atOnce, waiting, patienceMs }: Options) {
  const line = new Set<() => void>()
  let inside = 0

  function waitForPlace(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        line.delete(enter)
        resolve()
      }
      const timer = setTimeout(() => {
        line.delete(enter)
        reject(new Crowded())
      }, patienceMs)
      line.add(enter)
    })
  }

  return {
    async pass<T>(deed: () => Promise<T>): Promise<T> {
      if (inside < atOnce) inside += 1
      else if (line.size >= waiting) throw new Crowded()
      // Whoever leaves hands over their place, so that nobody can slip in between.
      else await waitForPlace()
      try {
        return await deed()
      } finally {
        const [next] = line
        if (next) next()
        else inside -= 1
      }
    },
  }
}

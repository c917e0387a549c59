/** What wrk counted in this process: replies that are no success, and requests without a reply. */
export const requestCounts = { refused: 0, unanswered: 0 }

/** Reads both from the output of wrk, which names only what happened. */
export function countRequests(output: string): typeof requestCounts {
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0)
  const errors = /Socket errors: .*/.exec(output)?.[0].match(/\d+/g) ?? []
  return { refused, unanswered: errors.reduce((sum, count) => sum + Number(count), 0) }
}

/** Faults of the program itself. Their stack goes into a report to the developers. */
const BUGS = [TypeError, ReferenceError, RangeError, SyntaxError]

/** What went wrong, for the person who gave a command: a sentence, and a stack only if the program itself is at fault. */
export function describeFailure(error: unknown): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map(describeFailure))].join('\n')
  }
  if (!(error instanceof Error)) return String(error)
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === 'connect' || syscall === 'getaddrinfo') return describeUnreachable(error)
  const isMistake = code?.startsWith('ERR_PARSE_ARGS') === true
  const isBug = !isMistake && BUGS.some((kind) => error instanceof kind)
  return isBug ? (error.stack ?? error.message) : error.message
}

function describeUnreachable(error: Error): string {
  const { address, hostname, port, code } = error as NodeJS.ErrnoException & {
    address?: string
    hostname?: string
    port?: number
  }
  const place = [address ?? hostname, port].filter(Boolean).join(':')
  return `Nothing answers at ${place} (${code}). Does the server run, and do DATABASE_URL and REDIS_URL name it?`
}

import type { FastifyBaseLogger } from 'fastify'
import type { ChildLoggerOptions, LogFn } from 'pino'

type LogParameters = Parameters<LogFn>

/**
 * The logger of one request, whose lines have the id of the request. pino's logger is made for the first line: most requests log nothing,
 * and a reply from memory would take a thirtieth longer.
 */
export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #bindings: object
  readonly #options: ChildLoggerOptions
  #logger: FastifyBaseLogger | undefined

  constructor(parent: FastifyBaseLogger, bindings: object, options: ChildLoggerOptions) {
    this.#parent = parent
    this.#bindings = bindings
    this.#options = options
  }

  get #child(): FastifyBaseLogger {
    return (this.#logger ??= this.#parent.child(this.#bindings, this.#options))
  }

  get level(): string {
    return this.#options.level ?? this.#parent.level
  }

  child(bindings: object, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.#child.child(bindings, options)
  }

  fatal(...line: unknown[]): void {
    this.#child.fatal(...(line as LogParameters))
  }

  error(...line: unknown[]): void {
    this.#child.error(...(line as LogParameters))
  }

  warn(...line: unknown[]): void {
    this.#child.warn(...(line as LogParameters))
  }

  info(...line: unknown[]): void {
    this.#child.info(...(line as LogParameters))
  }

  debug(...line: unknown[]): void {
    this.#child.debug(...(line as LogParameters))
  }

  trace(...line: unknown[]): void {
    this.#child.trace(...(line as LogParameters))
  }

  silent(): void {}
}

import pg from 'pg'
import { isTracing } from '../telemetry/tracing/tracer.ts'
import { traceStatement } from './trace-statements.ts'
import { isQueryTimeout } from './transient-database-error.ts'

/**
 * Traces the statements of a connection, and closes it when a query timed out: in the pool, further queries would wait behind the
 * unanswered one.
 */
export function wrapClient(client: pg.PoolClient): void {
  client.query = new Proxy(client.query.bind(client), {
    apply(query, _client, input: unknown[]) {
      const run = (...values: unknown[]): unknown => Reflect.apply(query, client, values)
      const result = isTracing() ? traceStatement(run, input) : run(...input)
      if (!(result instanceof Promise)) return result
      return result.catch((error: unknown) => {
        if (client instanceof pg.Client && isQueryTimeout(error)) void client.end()
        throw error
      })
    },
  })
}

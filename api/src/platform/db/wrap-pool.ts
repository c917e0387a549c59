import pg from 'pg'
import { observePoolWait } from './database-metrics.ts'

/** Errors of classes 22 and 23 (data, constraints), 40 (deadlock) and P0 (raised by our functions). */
const ANSWERED_CLASSES = ['22', '23', '40', 'P0']
/** A statement or a lock took too long. */
const ANSWERED_SQLSTATES = ['57014', '55P03']

/**
 * Measures how long callers wait for a connection, and makes `pool.query` keep its connection when PostgreSQL refuses a statement.
 * pg-pool closes it after any error, so that a refused request would cost a new connection, and many of them would leave the pool
 * without prepared statements. Other errors still close it: a connection may be lost, or hold prepared statements of tables that a
 * migration has changed.
 */
export function wrapPool(pool: pg.Pool): void {
  pool.connect = new Proxy(pool.connect.bind(pool), {
    apply(connect, _pool, input: unknown[]): unknown {
      const client: unknown = Reflect.apply(connect, pool, input)
      observePoolWait(pool, client)
      return client
    },
  })
  pool.query = new Proxy(pool.query.bind(pool), {
    apply: async (_query, _pool, input: unknown[]): Promise<unknown> => {
      const client = await pool.connect()
      try {
        const result: unknown = await Reflect.apply(client.query.bind(client), client, input)
        client.release()
        return result
      } catch (error) {
        client.release(!isAnswer(error))
        throw error
      }
    },
  })
}

/** Whether PostgreSQL refused the statement, so that its connection can be used on. */
export function isAnswer(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code = '' } = error
  return ANSWERED_CLASSES.includes(code.slice(0, 2)) || ANSWERED_SQLSTATES.includes(code)
}

import pg from 'pg'
import { needsTracedTransaction } from './trace-statements.ts'

/** Errors of classes 22 and 23 (data, constraints), 40 (deadlock) and P0 (raised by our functions). */
const ANSWERED_CLASSES = ['22', '23', '40', 'P0']
/** A statement or a lock took too long. */
const ANSWERED_SQLSTATES = ['57014', '55P03']

/**
 * Makes `pool.query` keep its connection when PostgreSQL refuses a statement. pg-pool closes it after any error, so that a refused
 * request would cost a new connection, and many of them would leave the pool without prepared statements. Other errors still close
 * it: a connection may be lost, or hold prepared statements of tables that a migration has changed.
 */
export function keepConnectionsAfterRefusals(pool: pg.Pool): void {
  pool.query = new Proxy(pool.query.bind(pool), {
    apply: async (_query, _pool, input: unknown[]): Promise<unknown> => {
      const client = await pool.connect()
      try {
        const run = async (): Promise<unknown> =>
          Reflect.apply(client.query.bind(client), client, input)
        const result = needsTracedTransaction(input[0])
          ? await runInTransaction(client, run)
          : await run()
        client.release()
        return result
      } catch (error) {
        client.release(!isAnswer(error))
        throw error
      }
    },
  })
}

/** A traced statement that may insert events: only a transaction knows its place in the trace. */
async function runInTransaction(
  client: pg.PoolClient,
  run: () => Promise<unknown>,
): Promise<unknown> {
  await client.query('begin')
  try {
    const result = await run()
    await client.query('commit')
    return result
  } catch (error) {
    // After an error that ends the connection this fails too; the first error says why.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

function isAnswer(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code = '' } = error
  return ANSWERED_CLASSES.includes(code.slice(0, 2)) || ANSWERED_SQLSTATES.includes(code)
}

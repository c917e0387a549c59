import type { HTTPMethods, InjectOptions } from 'fastify'
import type { AccessRow } from './access-classes.ts'
import type { MatrixFixtures } from './matrix-fixtures.ts'

/** The sample request of a row of the access table. */
export async function buildMatrixRequest(
  fixtures: MatrixFixtures,
  route: string,
  row: AccessRow,
): Promise<InjectOptions> {
  const [method, path = ''] = route.split(' ')
  const { url = path, body, contentType = 'application/json' } = row
  const headers = { 'content-type': contentType }
  return {
    method: method as HTTPMethods & 'GET',
    url: await fixtures.fillIn(url),
    ...(body && { headers, payload: await fixtures.fillIn(JSON.stringify(body)) }),
  }
}

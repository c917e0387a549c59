import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../start-app.ts'
import { CALLERS, getExpectedStatus, type AccessRow, type CallerName } from './access-classes.ts'
import { readAccessTable } from './access-table.ts'
import { createCaller, createCallers, type Caller } from './matrix-callers.ts'
import {
  createMatrixFixtures,
  readOwnerState,
  SECRET,
  type MatrixApp,
  type MatrixFixtures,
} from './matrix-fixtures.ts'
import { buildMatrixRequest } from './matrix-request.ts'

const ROUTES = await readAccessTable()
const WEB_DIST_FOLDER = new URL('../../../../web/dist', import.meta.url).pathname
const CELLS_MIN = 870
const callerNames = Object.keys(CALLERS) as CallerName[]
const nonOwners = new Set(callerNames.filter((name) => !name.startsWith('owner')))

let api: MatrixApp
let fixtures: MatrixFixtures
let callers: Map<CallerName, Caller>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  fixtures = await createMatrixFixtures(api)
  callers = await createCallers(api, fixtures)
  return () => api[Symbol.asyncDispose]()
})

test('every route has a row, and every row a route', () => {
  const webFiles = listWebFiles()
  const routes = api.app.declaredRoutes
    .flatMap(({ method, url }) => [method].flat().map((each) => ({ method: each, url })))
    .filter(({ url }) => !webFiles.has(url))
  const rows = routes.filter(({ method }) => method !== 'HEAD')
  const names = rows.map(({ method, url }) => `${method} ${url}`)
  expect(names.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  expect(routes.length * callerNames.length).toBeGreaterThanOrEqual(CELLS_MIN)
})

test('every route is public, for members, moderators or admins, and there is no other role', () => {
  const roles = api.app.declaredRoutes.map(({ config }) => config?.access)
  expect(new Set(roles)).toEqual(new Set(['public', 'member', 'moderator', 'admin']))
})

describe('every caller gets the status of the table, refused ones change nothing', () => {
  test.each(Object.entries(ROUTES))('%s', async (route, row) => {
    const isRefused = (name: CallerName) => getExpectedStatus(row, name) !== (row.ok ?? 200)
    const refused = callerNames.filter(isRefused)
    const request = await buildMatrixRequest(fixtures, route, row)
    const before = await readOwnerState(api, fixtures)
    const wrongCells = await Promise.all(refused.map((name) => findWrongCells(row, request, name)))
    expect(wrongCells.flat()).toEqual([])
    expect(await readOwnerState(api, fixtures)).toBe(before)

    for (const name of callerNames.filter((each) => !isRefused(each))) {
      const allowedRequest = await buildMatrixRequest(fixtures, route, row)
      // Several callers are the same member, who gets one code a minute.
      await api.db.deleteFrom('code_requests').execute()
      if (row.endsSessions) callers.set(name, await createCaller(api, fixtures, name))
      expect(await findWrongCells(row, allowedRequest, name)).toEqual([])
    }
    if (row.endsSessions) callers = await createCallers(api, fixtures)
  })
})

/** The paths of the built web app: its pages and files are the same for all callers, and absent without a build. */
function listWebFiles(): Set<string> {
  if (!existsSync(join(WEB_DIST_FOLDER, 'pages.json'))) return new Set()
  const pages = JSON.parse(readFileSync(join(WEB_DIST_FOLDER, 'pages.json'), 'utf8')) as {
    path: string
  }[]
  const files = readdirSync(join(WEB_DIST_FOLDER, 'client')).map((name) => `/${name}`)
  return new Set(['/assets/*', ...pages.map(({ path }) => path), ...files])
}

/** Sends the request as this caller, and for a GET also the HEAD; describes each reply that the table does not allow. */
async function findWrongCells(
  row: AccessRow,
  request: InjectOptions,
  name: CallerName,
): Promise<string[]> {
  const { cookies = {}, headers = {} } = callers.get(name) ?? {}
  const expected = getExpectedStatus(row, name)
  const wrongCells: string[] = []
  for (const method of request.method === 'GET' ? (['GET', 'HEAD'] as const) : [request.method]) {
    const reply = await api.app.inject({
      ...request,
      ...(method && { method }),
      cookies,
      headers: { ...headers, ...request.headers },
    })
    const text = reply.body + JSON.stringify(reply.headers)
    const cell = `${method} as ${name}: ${reply.statusCode}`
    if (reply.statusCode !== expected)
      wrongCells.push(`${cell} instead of ${expected}: ${reply.body}`)
    const mayReadSecret =
      name === 'coOwner' && expected < 400 && JSON.stringify(request.url).includes('/join-requests')
    if (nonOwners.has(name) && !mayReadSecret && text.includes(SECRET))
      wrongCells.push(`${cell} with a secret`)
    if (reply.headers['access-control-allow-origin'])
      wrongCells.push(`${cell} readable by other origins`)
  }
  return wrongCells
}

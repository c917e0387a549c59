import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AccessRow } from './access-classes.ts'

const FEATURES_FOLDER = join(import.meta.dirname, '../../features')

/** The routes that belong to no feature. */
const GENERAL_ROUTES: Record<string, AccessRow> = {
  'GET /healthz': { access: 'readPublic' },
  'GET /readyz': { access: 'readPublic' },
  'GET /metrics': { access: 'readPublic' },
  'GET /ws': { access: 'readPublic', ok: 400 },
  'GET /.well-known/security.txt': { access: 'readPublic' },
  'GET /.well-known/change-password': { access: 'readPublic', ok: 302 },
  'POST /api/csp-reports': {
    access: 'reportPublic',
    ok: 204,
    contentType: 'application/csp-report',
    body: { 'csp-report': { 'effective-directive': 'img-src' } },
  },
  'POST /api/reports/client': {
    access: 'reportPublic',
    ok: 204,
    contentType: 'text/plain',
    body: { kind: 'script', release: '/assets/a.js' },
  },
  'GET /api/openapi.json': { access: 'readPublic' },
  'GET /api/docs/': { access: 'readPublic' },
  'GET /api/docs/json': { access: 'readPublic' },
  'GET /api/docs/yaml': { access: 'readPublic' },
  'GET /api/docs/static/*': { access: 'readPublic', url: '/api/docs/static/swagger-ui.css' },
  'GET /api/docs/static/index.html': { access: 'readPublic', ok: 302 },
  'GET /api/docs/static/swagger-initializer.js': { access: 'readPublic' },
}

/**
 * Who may do what: every route, for every kind of caller. `access-matrix.test.ts` sends each combination. A route without a
 * row fails that test.
 *
 * To add a route: add `'METHOD /url': { access }` to `testing/access-rows.ts` of its feature. `access` is a row of `STATUSES` in
 * `access-classes.ts`; `ok` is the status of an allowed call if it is not 200; `url` and `body` are a sample request, in which
 * `{post}` and the like stand for the fixtures in `matrix-fixtures.ts`; `except` names single callers with another status.
 */
export async function readAccessTable(): Promise<Record<string, AccessRow>> {
  const rows = { ...GENERAL_ROUTES }
  for await (const file of glob('*/testing/access-rows.ts', { cwd: FEATURES_FOLDER })) {
    const url = pathToFileURL(join(FEATURES_FOLDER, file)).href
    const feature = (await import(url)) as { accessRows: Record<string, AccessRow> }
    Object.assign(rows, feature.accessRows)
  }
  return rows
}

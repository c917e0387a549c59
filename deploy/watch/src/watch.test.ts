import { existsSync, globSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readAccessTable } from '@dolph/api/testing/access-matrix/access-table'
import type { Queryable } from '@dolph/api/platform/db/database'
import { startWorker } from '@dolph/api/platform/jobs/worker'
import { startApp } from '@dolph/api/testing/start-app'
import { workerTasks } from '@dolph/api/worker-tasks'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { findMetricNames, OTHER_METRICS } from './metric-names.ts'
import {
  FOLDER,
  listDashboardFiles,
  listRuleFiles,
  readAlerts,
  readDashboard,
  readNeverMeasured,
  readPanelExpressions,
  readRecordingRules,
  readRules,
  readRuleTests,
} from './watch-files.ts'

const ROOT = join(FOLDER, '../..')
const RUNBOOKS = join(ROOT, 'docs/operations/runbooks')
const HEADINGS = ['What people notice', 'Look', 'Act', 'When it is over']
const RUNBOOK_LINES_MAX = 60
const PANELS_MAX = 16
const SERIES_MAX = 3_000

/** The multi-window, multi-burn-rate alerts that each promise has; the factor is how much faster than allowed errors come. */
const BURN_ALERTS = [
  { suffix: 'FastBurn', factor: 14.4, long: '1h', short: '5m', for: '2m', severity: 'page' },
  { suffix: 'Burn', factor: 6, long: '6h', short: '30m', for: '15m', severity: 'page' },
  { suffix: 'SlowBurn', factor: 3, long: '1d', short: '2h', for: '1h', severity: 'ticket' },
  { suffix: 'Trickle', factor: 1, long: '3d', short: '6h', for: '3h', severity: 'ticket' },
]
const RATIO_WINDOWS = ['5m', '30m', '1h', '2h', '6h', '1d', '3d', '30d']
const RATE_WINDOWS = ['5m', '30m', '2h', '6h']

describe('alerts', () => {
  test('are read by Prometheus from every file, and have names of their own', () => {
    const { rule_files: files } = parse(readFileSync(join(FOLDER, 'prometheus.yml'), 'utf8'))
    expect(files.toSorted()).toEqual(listRuleFiles())
    const names = readAlerts().map(({ alert }) => alert)
    expect(names).toEqual([...new Set(names)])
  })

  test('each fires and ends in one test, and stays silent below its limit in another', () => {
    const courses: Record<string, string[]> = {}
    for (const { alert_rule_test: expectations } of readRuleTests()) {
      const byAlert = Object.groupBy(expectations, ({ alertname }) => alertname)
      for (const [name, all = []] of Object.entries(byAlert)) {
        const inOrder = all.toSorted((a, b) => parseInt(a.eval_time) - parseInt(b.eval_time))
        const course = inOrder.map(({ exp_alerts: { length } }) =>
          length > 0 ? 'fires' : 'silent',
        )
        ;(courses[name] ??= []).push(course.join(', '))
      }
    }
    const wanted = readAlerts().map(({ alert }) => [alert, ['silent, fires, silent', 'silent']])
    expect(courses).toEqual(Object.fromEntries(wanted))
  })
})

/** Each ends in a sentence about the age of something, and would be silent for ever if that something never came. */
const AGE_PATTERN = /time\(\) - max\(|_age\) >|_age_|unshipped_seconds|earliest_cert_expiry/
/** Measured by every process of Dolph: `NoProcessAnswers` speaks for them. */
const OWN_PATTERN = /interval_task_|events_oldest_age/

test('what should be measured and never was fires 26 hours after the installation', () => {
  const ofAge = readAlerts().filter(({ expr }) => AGE_PATTERN.test(expr) && !OWN_PATTERN.test(expr))
  const courses = Object.groupBy(readNeverMeasured(), ({ alertname }) => alertname)
  expect(Object.keys(courses).toSorted()).toEqual(ofAge.map(({ alert }) => alert).toSorted())
  for (const [name, [before, after, ...more] = []] of Object.entries(courses)) {
    expect(before, name).toMatchObject({ eval_time: '25h', exp_alerts: [] })
    expect(after, name).toMatchObject({ eval_time: '27h', exp_alerts: [{}] })
    expect(more, name).toEqual([])
  }
})

test('every metric of a backup is written by a script or a unit that an operator installs', () => {
  const folder = join(ROOT, 'deploy/backup')
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((file) =>
    file.isFile(),
  )
  const text = files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8')).join('')
  const written = new Set(text.match(/(?<=write-metric\.sh )\w+/g))
  // The drill writes its own.
  const expected = OTHER_METRICS['the backup, by the node exporter']
  expect([...written, 'drill_last_rto_seconds'].toSorted()).toEqual(expected.toSorted())
})

describe('promises', () => {
  test('are computed alike over every window', () => {
    for (const { name } of readBudgets()) {
      const records = readRecordingRules().filter(({ labels }) => labels?.slo === name)
      for (const [prefix, windows] of [
        ['slo:error_ratio:', RATIO_WINDOWS],
        ['slo:events:rate', RATE_WINDOWS],
      ] as const) {
        const found = records.filter(({ record }) => record.startsWith(prefix))
        expect(found.map(({ record }) => record.slice(prefix.length))).toEqual(windows)
        const formulas = found.map(({ record, expr }) =>
          expr.replaceAll(`[${record.slice(prefix.length)}]`, '[window]'),
        )
        expect([...new Set(formulas)], prefix + name).toEqual([
          expect.not.stringMatching(/\[(?!window)/),
        ])
      }
    }
  })

  test('have four alerts each, whose limits follow from the budget on the dashboard', () => {
    const budgets = readBudgets()
    expect(budgets).toHaveLength(6)
    const alerts = new Map(readAlerts().map((alert) => [alert.alert, alert]))
    for (const { name, budget } of budgets) {
      for (const { suffix, factor, long, short, severity, ...burn } of BURN_ALERTS) {
        const limit = Number((factor * budget).toPrecision(6))
        const isAbove = (window: string) => `slo:error_ratio:${window}{slo="${name}"} > ${limit}`
        const isBusy = `slo:events:rate${short}{slo="${name}"} > `
        const expr = [isAbove(long), isAbove(short), isBusy].join(' and ')
        expect(
          alerts.get(`${name.charAt(0).toUpperCase()}${name.slice(1)}${suffix}`),
        ).toMatchObject({
          expr: expect.stringMatching(new RegExp(`^${RegExp.escape(expr)}[\\d.]+$`)),
          for: burn.for,
          labels: { severity },
        })
      }
    }
  })
})

/** The share of events of each promise that may be bad, as the dashboard subtracts it. */
function readBudgets(): { name: string; budget: number }[] {
  const pattern = /^1 - slo:error_ratio:30d\{slo="(\w+)"\} \/ ([\d.]+)$/
  return readPanelExpressions().flatMap((expr) => {
    const [, name, budget] = pattern.exec(expr) ?? []
    return name === undefined ? [] : { name, budget: Number(budget) }
  })
}

describe('dashboards', () => {
  test('are five, with at most 16 panels each, three in a row', () => {
    const files = listDashboardFiles()
    expect(files).toHaveLength(5)
    for (const file of files) {
      const { uid, panels } = readDashboard(file)
      expect(uid).toBe(`dolph-${basename(file, '.json')}`)
      expect(panels.length).toBeLessThanOrEqual(PANELS_MAX)
      for (const [index, { id, gridPos, targets }] of panels.entries()) {
        const place = { x: (index % 3) * 8, y: Math.floor(index / 3) * 7, w: 8, h: 7 }
        expect({ id, gridPos }, file).toEqual({ id: index + 1, gridPos: place })
        expect('ABCD').toMatch(new RegExp(`^${targets.map(({ refId }) => refId).join('')}`))
      }
    }
  })
})

describe('runbooks', () => {
  test('every alert has one', () => {
    const missing = readAlerts().filter(
      ({ annotations }) => !existsSync(join(ROOT, annotations.runbook)),
    )
    expect(missing.map(({ alert }) => alert)).toEqual([])
  })

  test('each belongs to an alert, has the four headings in order and at most 60 lines', async () => {
    const used = new Set(readAlerts().map(({ annotations }) => basename(annotations.runbook)))
    const files = (await readdir(RUNBOOKS)).filter((name) => name !== 'README.md')
    expect(new Set(files)).toEqual(used)
    for (const file of files) {
      const text = await readFile(join(RUNBOOKS, file), 'utf8')
      const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
      expect(headings, file).toEqual(HEADINGS)
      expect(text.trimEnd().split('\n').length, file).toBeLessThanOrEqual(RUNBOOK_LINES_MAX)
    }
  })

  test('each names the alerts that lead to it', async () => {
    for (const { alert, annotations } of readAlerts()) {
      const text = await readFile(join(ROOT, annotations.runbook), 'utf8')
      const isNamed =
        text.includes(`\`${alert}\``) || text.includes(`\`${alert.replace(BURN_SUFFIX, '…')}\``)
      expect(isNamed, `${annotations.runbook} names ${alert}`).toBe(true)
    }
  })
})

const BURN_SUFFIX = /(?:FastBurn|SlowBurn|Burn|Trickle)$/

/** The SQL between the quotes of `dolph psql -c …`. */
const SQL_PATTERN = /dolph psql -c (?:"([^"]*)"|'([^']*)')/g

test('the SQL of runbooks under "Look" runs on a database of Dolph, and changes nothing', async () => {
  await using api = await startApp()
  const texts = await Promise.all(
    (await readdir(RUNBOOKS)).map((file) => readFile(join(RUNBOOKS, file), 'utf8')),
  )
  const looks = texts.map((text) => text.slice(text.indexOf('## Look'), text.indexOf('## Act')))
  const statements = looks.flatMap((look) =>
    [...look.matchAll(SQL_PATTERN)].map(([, double, single]) => double ?? single ?? ''),
  )
  expect(statements.length).toBeGreaterThan(15)
  for (const statement of statements) {
    const run = api.db.connection().execute(async (connection) => {
      await sql`set default_transaction_read_only = on`.execute(connection)
      await sql.raw(statement).execute(connection)
      await sql`set default_transaction_read_only = off`.execute(connection)
      return 'done'
    })
    await expect(run, statement).resolves.toBe('done')
  }
})

describe('metrics', () => {
  let scrape = ''
  beforeAll(async () => {
    await using api = await startApp()
    const worker = await startWorker(
      api,
      workerTasks,
      pino({ level: 'silent' }),
      api.app.metricsRegistry,
    )
    // A metric without series is no metric for a rule: the worker creates those of jobs when it asks for the first, requests theirs.
    while ((await countJobTasks(api.db)) === 0) await wait(20)
    await api.app.inject('/api/posts/browse')
    scrape = (await api.app.inject('/metrics')).body
    await worker.stop()
  })

  test('that a rule or a panel names exist in the scrape of a process, or in the list of others', () => {
    const recorded = new Set(readRecordingRules().map(({ record }) => record))
    const expressions = [...readRules().map(({ expr }) => expr), ...readPanelExpressions()]
    const others = new Set<string>(Object.values(OTHER_METRICS).flat())
    const names = new Set(expressions.flatMap(findMetricNames))
    const unknown = [...names].filter(
      (name) => !recorded.has(name) && !others.has(name) && !hasMetric(scrape, name),
    )
    expect(names.size).toBeGreaterThan(50)
    expect(unknown).toEqual([])
    expect([...others].filter((name) => !names.has(name))).toEqual([])
    expect([...others].filter((name) => hasMetric(scrape, name))).toEqual([])
  })

  test('are at most 3,000 series, also when every route has been called with two statuses', async () => {
    const lines = scrape.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    const ofRequests = lines.filter((line) => line.startsWith('http_request'))
    const histogram = ofRequests.filter((line) => line.includes('route="/api/posts/browse"'))
    const routes = Object.keys(await readAccessTable()).length
    const others = lines.length - ofRequests.length
    const seriesOfRoute = histogram.length + 1
    expect(histogram.length).toBeGreaterThan(5)
    expect(others + routes * seriesOfRoute).toBeLessThanOrEqual(SERIES_MAX)
  })
})

describe('names of metrics', () => {
  test('are found in expressions, without functions, labels and keywords', () => {
    expect(
      findMetricNames('max by (task) (time() - a_seconds{b="c_d"}[5m]) > 5e6 and on (x) d:e'),
    ).toEqual(['a_seconds', 'd:e'])
    expect(
      findMetricNames('topk(10, sum by (route) (rate(f_bucket[5m])) > 0) or vector(0)'),
    ).toEqual(['f_bucket'])
  })
})

function hasMetric(text: string, name: string): boolean {
  return text.includes(`\n${name}{`) || text.includes(`\n${name} `)
}

async function countJobTasks(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker._private_tasks`.execute(db)
  return rows[0]?.count ?? 0
}

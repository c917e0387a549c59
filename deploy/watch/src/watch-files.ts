import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

export const FOLDER = join(import.meta.dirname, '..')

const Text = z.string().min(1)
const Duration = z.string().regex(/^\d+[smhd]$/)

const Alert = z.strictObject({
  alert: Text,
  expr: Text,
  for: Duration.optional(),
  /** `page` wakes a person; `ticket` waits for the working day. */
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({
    summary: Text,
    runbook: z.string().regex(/^docs\/operations\/runbooks\/[\w-]+\.md$/),
  }),
})
export type Alert = z.infer<typeof Alert>

const RecordingRule = z.strictObject({
  record: Text,
  expr: Text,
  labels: z.strictObject({ slo: Text }).optional(),
})
export type RecordingRule = z.infer<typeof RecordingRule>

const RuleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: Text,
      interval: Duration,
      rules: z.array(z.union([Alert, RecordingRule])),
    }),
  ),
})

const Expectation = z.strictObject({
  eval_time: z.string().regex(/^\d+[mh]$/),
  alertname: Text,
  exp_alerts: z.array(z.looseObject({})),
})
const RuleTestFile = z.looseObject({
  tests: z.array(z.looseObject({ name: Text, alert_rule_test: z.array(Expectation) })),
})
const NEVER_MEASURED = 'nothing was ever measured'
export type RuleTest = z.infer<typeof RuleTestFile>['tests'][number]

/** Chosen at the import into Grafana. */
const DataSource = z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${source}') })

const Panel = z.strictObject({
  id: z.int(),
  title: Text,
  /** What a reader should know to judge the panel. */
  description: Text.optional(),
  type: z.enum(['stat', 'timeseries']),
  datasource: DataSource,
  gridPos: z.strictObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  fieldConfig: z.strictObject({
    defaults: z.strictObject({
      unit: z.enum(['s', 'reqps', 'ops', 'percentunit', 'bytes', 'short', 'none']),
      min: z.literal(0),
    }),
    overrides: z.tuple([]),
  }),
  targets: z
    .array(
      z.strictObject({
        refId: z.enum(['A', 'B', 'C', 'D']),
        datasource: DataSource,
        expr: Text,
        legendFormat: Text,
      }),
    )
    .min(1),
})

/** The few parts of Grafana's dashboard model that we use. */
const Dashboard = z.strictObject({
  uid: Text,
  title: Text,
  tags: z.tuple([z.literal('dolph')]),
  schemaVersion: z.int(),
  editable: z.literal(false),
  refresh: Duration,
  time: z.strictObject({ from: Text, to: Text }),
  templating: z.strictObject({ list: z.array(z.looseObject({ name: z.literal('source') })) }),
  panels: z.array(Panel),
})
export type Dashboard = z.infer<typeof Dashboard>

export function listRuleFiles(): string[] {
  return globSync('rules/*.*', { cwd: FOLDER }).toSorted()
}

export function listRuleTestFiles(): string[] {
  return globSync('rules/tests/*.*', { cwd: FOLDER }).toSorted()
}

export function listDashboardFiles(): string[] {
  return globSync('dashboards/*.*', { cwd: FOLDER }).toSorted()
}

export function readRules(): (Alert | RecordingRule)[] {
  return listRuleFiles()
    .flatMap((file) => RuleFile.parse(readYaml(file)).groups)
    .flatMap(({ rules }) => rules)
}

export function readAlerts(): Alert[] {
  return readRules().flatMap((rule) => ('alert' in rule ? rule : []))
}

export function readRecordingRules(): RecordingRule[] {
  return readRules().flatMap((rule) => ('record' in rule ? rule : []))
}

/** The tests in which something is measured. */
export function readRuleTests(): RuleTest[] {
  return readAllRuleTests().filter(({ name }) => name !== NEVER_MEASURED)
}

/** The expectations of the test in which nothing is. */
export function readNeverMeasured(): RuleTest['alert_rule_test'] {
  const tests = readAllRuleTests().filter(({ name }) => name === NEVER_MEASURED)
  return tests.flatMap(({ alert_rule_test: expectations }) => expectations)
}

function readAllRuleTests(): RuleTest[] {
  return listRuleTestFiles().flatMap((file) => RuleTestFile.parse(readYaml(file)).tests)
}

export function readDashboard(file: string): Dashboard {
  return Dashboard.parse(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))
}

/** The expressions of all panels. */
export function readPanelExpressions(): string[] {
  return listDashboardFiles()
    .flatMap((file) => readDashboard(file).panels)
    .flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

function readYaml(file: string): unknown {
  return parse(readFileSync(join(FOLDER, file), 'utf8'))
}

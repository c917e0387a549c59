import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { findManifestFaults, type Product } from './find-manifest-faults.ts'
import { parseManifests, readAdapterRules, readComponents, readManifests } from './manifests.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const FOLDER = `${ROOT}deploy/kubernetes`

interface ScalerMetric {
  type: 'Resource' | 'Pods' | 'External'
  pods?: { metric: { name: string } }
  external?: { metric: { name: string } }
}

let product: Product
beforeAll(async () => {
  const example = await readFile(`${ROOT}.env.example`, 'utf8')
  const main = await readFile(`${ROOT}api/src/main.ts`, 'utf8')
  const [, shutdownMs = ''] = /SHUTDOWN_TIMEOUT_MS = ([\d_]+)/.exec(main) ?? []
  const scale = await readFile(`${ROOT}docs/operations/scale.md`, 'utf8')
  const settings = Array.from(scale.matchAll(/`max_connections = (\d+)`/g), ([, value]) => value)
  product = {
    variables: new Set(example.match(/\b[A-Z][A-Z0-9_]+(?==)/g)),
    shutdownSeconds: Number(shutdownMs.replaceAll('_', '')) / 1_000,
    connections: Math.max(0, ...settings.map(Number)),
  }
})

test('the manifests are valid, and agree with the program and with the connections that PostgreSQL accepts', async () => {
  expect(product.shutdownSeconds).toBeGreaterThan(0)
  expect(product.connections).toBeGreaterThan(0)
  const manifests = await readManifests(FOLDER)
  for (const name of ['migrate', 'migrate-after'])
    manifests.push(...(await readManifests(`${FOLDER}/${name}`)))
  expect(manifests.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['Deployment', 'Job']))
  expect(findManifestFaults(manifests, product)).toEqual([])
})

test('the release is in one place, for pods and jobs', async () => {
  expect(await readComponents(FOLDER)).toEqual(['release'])
  for (const name of ['migrate', 'migrate-after']) {
    const [job] = await readManifests(`${FOLDER}/${name}`)
    expect(await readComponents(`${FOLDER}/${name}`)).toEqual(['../release'])
    expect(JSON.stringify(job)).toContain('"image":"dolph"')
  }
})

test('Prometheus finds every pod, and every metric of an autoscaler comes from a rule of the adapter', async () => {
  const manifests = await readManifests(FOLDER)
  const [monitor] = await readManifests(`${FOLDER}/monitoring`)
  expect(monitor).toMatchObject({
    kind: 'PodMonitor',
    // The label `app` of the pods is `dolph`, as is the job in the rules of the alerts.
    spec: { jobLabel: 'app', selector: { matchLabels: { app: 'dolph' } } },
  })
  expect(JSON.stringify(monitor)).toContain('"port":"ops"')
  const rules = await readAdapterRules(`${FOLDER}/monitoring`)
  const metrics = manifests
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .flatMap(({ spec }) => (spec as { metrics: ScalerMetric[] }).metrics)
  const wanted = metrics.flatMap(({ type, pods, external }) => {
    const name = pods?.metric.name ?? external?.metric.name
    return name === undefined || type === 'Resource' ? [] : [{ type, name }]
  })
  expect(wanted).toHaveLength(2)
  for (const { type, name } of wanted) {
    const rule = rules[type === 'Pods' ? type : 'External'].find((each) => each.name.as === name)
    expect(rule?.seriesQuery, name).toMatch(new RegExp(`^${name}\\{`))
  }
})

/** A fault, and the change of the files that plants it. */
const PLANTED_FAULTS: [fault: string, before: string, after: string][] = [
  ['Deployment api: ', 'maxSurge: 1', 'maxSurge: { many: 1 }'],
  ['HorizontalPodAutoscaler api: ', 'minReplicas: 3', 'minReplicas: three'],
  ['Deployment api: ', 'containers:', 'container:'],
  ['a probe asks port http2', 'path: /readyz, port: ops', 'path: /readyz, port: http2'],
  [
    'an outage of the database would restart it',
    'path: /healthz, port: ops }\n            periodSeconds: 10',
    'path: /readyz, port: ops }\n            periodSeconds: 10',
  ],
  [
    'it is killed after 30 s',
    'terminationGracePeriodSeconds: 45',
    'terminationGracePeriodSeconds: 30',
  ],
  [
    'its selector does not match',
    'labels: { app: dolph, role: worker }\n    spec:',
    'labels: { app: dolph, role: workers }\n    spec:',
  ],
  [
    'no pod has its labels',
    'matchLabels: { app: dolph, role: api }\n---',
    'matchLabels: { app: dolphin }\n---',
  ],
  ['it scales nothing', 'kind: Deployment, name: worker', 'kind: Deployment, name: workers'],
  ['no pod has the port web', 'targetPort: http', 'targetPort: web'],
  ['its CPU is limited', 'limits: { memory: 512Mi }', 'limits: { memory: 512Mi, cpu: 1 }'],
  ['it has no limit of memory', 'limits: { memory: 1600Mi }', 'limits: {}'],
  ['its files can be changed', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
  ['it has capabilities', 'capabilities: { drop: [ALL] }', 'capabilities: { drop: [KILL] }'],
  ['its pods may run as root', 'runAsNonRoot: true', 'runAsNonRoot: false'],
  [
    'a token of the cluster',
    'automountServiceAccountToken: false',
    'automountServiceAccountToken: true',
  ],
  ['the program reads no DRAIN', 'DRAIN_MS:', 'DRAIN:'],
  ['connections to PostgreSQL', 'maxReplicas: 10', 'maxReplicas: 11'],
  ['it leads to apis:http', 'service: { name: api,', 'service: { name: apis,'],
  ['is not a version of it that is known', 'autoscaling/v2', 'autoscaling/v2beta2'],
]

describe('a planted fault is refused:', () => {
  let files: string[]
  beforeAll(async () => {
    const names = [
      'config',
      'api',
      'worker',
      'disruption-budgets',
      'autoscalers',
      'migrate/job',
      'ingress',
    ]
    files = await Promise.all(names.map((name) => readFile(`${FOLDER}/${name}.yaml`, 'utf8')))
  })

  test.each(PLANTED_FAULTS)('%s (%s)', (fault, before, after) => {
    const changed = files.map((text) => text.replace(before, after))
    expect(changed).not.toEqual(files)
    const faults = findManifestFaults(changed.flatMap(parseManifests), product)
    expect(faults.join('\n')).toContain(fault)
  })
})

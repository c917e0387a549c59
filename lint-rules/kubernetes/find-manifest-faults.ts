import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1'
import type { Manifest } from './manifests.ts'

/** What the manifests must agree with. */
export interface Product {
  /** The variables that the program reads. */
  variables: ReadonlySet<string>
  /** How long after `DRAIN_MS` a stopping process ends by itself. */
  shutdownSeconds: number
  /** `max_connections` of PostgreSQL. */
  connections: number
}

/** Connections of a worker beyond its pool: heartbeat and listener. */
const WORKER_CONNECTIONS = 2
/** A pod that stops is not counted by a rollout and still has its connections; `minReadySeconds` keeps it to one. */
const STOPPING_PODS = 1
/** Besides the processes: a migration with its lock, a command, exporters; and three that PostgreSQL reserves for superusers. */
const OTHER_CONNECTIONS = 8

/** What Kubernetes would refuse, and what it would accept though it does not fit the product. */
export function findManifestFaults(manifests: readonly Manifest[], product: Product): string[] {
  const faults: string[] = []
  const objects = new ManifestObjects()
  for (const manifest of manifests) {
    const name = `${manifest.kind} ${manifest.metadata.name}`
    const problem = objects.add(manifest)
    if (problem !== undefined) faults.push(`${name}: ${problem}`)
  }
  const settings = objects.configMaps.flatMap(({ data = {} }) => Object.entries(data))
  faults.push(...findUnknownVariables(settings, product))
  const drainMs = Number(Object.fromEntries(settings)['DRAIN_MS'] ?? 5_000)
  for (const deployment of objects.deployments)
    faults.push(...findStopFaults(deployment, drainMs / 1_000 + product.shutdownSeconds))
  for (const workload of [...objects.deployments, ...objects.jobs])
    faults.push(...findPodFaults(workload))
  faults.push(...findReferenceFaults(objects))
  faults.push(...findConnectionFaults(objects, settings, product))
  return faults
}

class ManifestObjects {
  readonly deployments: Deployment[] = []
  readonly jobs: Job[] = []
  readonly services: Service[] = []
  readonly configMaps: ConfigMap[] = []
  readonly budgets: PodDisruptionBudget[] = []
  readonly policies: NetworkPolicy[] = []
  readonly autoscalers: HorizontalPodAutoscaler[] = []
  readonly ingresses: Ingress[] = []
  readonly namespaces: Namespace[] = []
  readonly #models = [
    [Deployment, this.deployments],
    [Job, this.jobs],
    [Service, this.services],
    [ConfigMap, this.configMaps],
    [PodDisruptionBudget, this.budgets],
    [NetworkPolicy, this.policies],
    [HorizontalPodAutoscaler, this.autoscalers],
    [Ingress, this.ingresses],
    [Namespace, this.namespaces],
  ] as const

  /** Returns what the schema of Kubernetes says against it. */
  add(manifest: Manifest): string | undefined {
    for (const [Model, list] of this.#models) {
      if (!Model.is(manifest)) continue
      // This cast is safe: the object is one of this model, by its version and kind; `validate` checks the rest.
      const object = new Model(manifest as never)
      try {
        object.validate()
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
      list.push(object as never)
      return undefined
    }
    return `${manifest.apiVersion} is not a version of it that is known`
  }
}

function findUnknownVariables(settings: [string, string][], { variables }: Product): string[] {
  return settings
    .map(([name]) => name)
    .filter((name) => !variables.has(name.replace(/_FILE$/, '')))
    .map((name) => `ConfigMap: the program reads no ${name}`)
}

function findStopFaults({ metadata, spec }: Deployment, needed: number): string[] {
  const grace = spec?.template.spec?.terminationGracePeriodSeconds ?? 30
  return grace > needed
    ? []
    : [`Deployment ${metadata?.name}: it is killed after ${grace} s, and takes up to ${needed} s`]
}

function findPodFaults({ kind, metadata, spec }: Deployment | Job): string[] {
  const faults: string[] = []
  const pod = spec?.template.spec
  const labels = spec?.template.metadata?.labels ?? {}
  const isSelected = Object.entries(
    kind === 'Deployment' ? (spec?.selector?.matchLabels ?? {}) : {},
  ).every(([key, value]) => labels[key] === value)
  if (!isSelected) faults.push('its selector does not match its pods')
  if (pod?.automountServiceAccountToken !== false)
    faults.push('its pods get a token of the cluster')
  if (pod?.securityContext?.runAsNonRoot !== true) faults.push('its pods may run as root')
  for (const container of pod?.containers ?? []) {
    const { securityContext, resources, ports = [] } = container
    if (securityContext?.readOnlyRootFilesystem !== true) faults.push('its files can be changed')
    if (securityContext?.allowPrivilegeEscalation !== false) faults.push('it may gain privileges')
    if (!securityContext?.capabilities?.drop?.includes('ALL')) faults.push('it has capabilities')
    if (resources?.limits?.['memory'] === undefined) faults.push('it has no limit of memory')
    if (resources?.limits?.['cpu'] !== undefined) faults.push('its CPU is limited')
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe]
    if (kind === 'Deployment' && probes.includes(undefined)) faults.push('a probe is missing')
    if (container.livenessProbe?.httpGet?.path === '/readyz')
      faults.push('an outage of the database would restart it')
    for (const probe of probes) {
      const port = probe?.httpGet?.port
      if (port !== undefined && !ports.some(({ name }) => name === port))
        faults.push(`a probe asks port ${port}, which it has not`)
    }
  }
  return faults.map((fault) => `${kind} ${metadata?.name}: ${fault}`)
}

/** Budgets, policies, services and autoscalers that belong to no pod have no effect, and nobody would notice. */
function findReferenceFaults(objects: ManifestObjects): string[] {
  const { deployments, services, budgets, policies, autoscalers, ingresses } = objects
  const pods = deployments.map(({ spec }) => spec?.template)
  const findsPod = (selector: Record<string, string> = {}) =>
    pods.some((pod) =>
      Object.entries(selector).every(([key, value]) => pod?.metadata?.labels?.[key] === value),
    )
  const selectors = [
    ...services.map((each) => ({ each, selector: each.spec?.selector })),
    ...budgets.map((each) => ({ each, selector: each.spec?.selector?.matchLabels })),
    ...policies.map((each) => ({ each, selector: each.spec?.podSelector?.matchLabels })),
  ]
  const faults = selectors
    .filter(({ selector }) => !findsPod(selector))
    .map(({ each }) => `${each.kind} ${each.metadata?.name}: no pod has its labels`)
  const names = deployments.map(({ metadata }) => metadata?.name)
  for (const { metadata, spec } of autoscalers) {
    const isEmpty = (spec?.maxReplicas ?? 0) < (spec?.minReplicas ?? 1)
    if (!names.includes(spec?.scaleTargetRef.name) || isEmpty)
      faults.push(`HorizontalPodAutoscaler ${metadata?.name}: it scales nothing`)
  }
  const portNames = pods.flatMap((pod) =>
    (pod?.spec?.containers ?? []).flatMap(({ ports = [] }) => ports.map(({ name }) => name)),
  )
  for (const { metadata, spec } of services) {
    for (const { targetPort } of spec?.ports ?? []) {
      if (!portNames.includes(String(targetPort)))
        faults.push(`Service ${metadata?.name}: no pod has the port ${targetPort}`)
    }
  }
  return [...faults, ...findIngressFaults(ingresses, services)]
}

/** A path must lead to a port of a service. */
function findIngressFaults(ingresses: readonly Ingress[], services: readonly Service[]): string[] {
  const places = services.flatMap(({ metadata, spec }) =>
    (spec?.ports ?? []).map(({ name }) => `${metadata?.name}:${name}`),
  )
  const wanted = ingresses.flatMap(({ spec }) =>
    (spec?.rules ?? []).flatMap(({ http }) => (http?.paths ?? []).map(({ backend }) => backend)),
  )
  return wanted
    .map(({ service }) => `${service?.name}:${service?.port?.name}`)
    .filter((place) => !places.includes(place))
    .map((place) => `Ingress: it leads to ${place}, which is no port of a service`)
}

/** All pods that there can be at once, during a rollout too, must get their connections. */
function findConnectionFaults(
  { autoscalers, deployments }: ManifestObjects,
  settings: [string, string][],
  { connections }: Product,
): string[] {
  const pool = Number(Object.fromEntries(settings)['DATABASE_POOL'] ?? 10)
  const needed = deployments.reduce((sum, { metadata, spec }) => {
    const scaler = autoscalers.find((each) => each.spec?.scaleTargetRef.name === metadata?.name)
    const pods = scaler?.spec?.maxReplicas ?? spec?.replicas ?? 1
    const surge = Number(spec?.strategy?.rollingUpdate?.maxSurge ?? 1)
    const perPod = pool + (metadata?.name === 'worker' ? WORKER_CONNECTIONS : 0)
    return sum + (pods + surge + STOPPING_PODS) * perPod
  }, OTHER_CONNECTIONS)
  return needed <= connections
    ? []
    : [`up to ${needed} connections to PostgreSQL, which accepts ${connections}`]
}

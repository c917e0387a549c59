/** TypeScript and SQL files by their path in the repository, without tests and test helpers. */
export type SourceFiles = ReadonlyMap<string, string>

/**
 * The layers of a package, lowest first: a layer may import those that its line names. `features` is one layer here; which
 * feature may import which is in the manifests. `manifests` stands for the files feature.ts alone.
 */
export interface PackageRules {
  /** The list of a manifest's `needs` that its features follow. */
  side: 'api' | 'web'
  /** The source folder of the package. */
  source: string
  /** Files and folders of `source` that belong to a layer. A file that is in none belongs to the layer `entry`. */
  layers: Record<string, LayerRules>
}

interface LayerRules {
  paths: readonly string[]
  imports: readonly string[]
  /** The only files of the contract that the layer may import; without it, all. */
  contract?: readonly string[]
}

const API_BASE = ['base']
const API_DATA = ['base', 'db', 'deps']
const API_PLATFORM = [...API_DATA, 'events', 'flags', 'jobs', 'mail', 'realtime', 'storage']

export const PACKAGES: readonly PackageRules[] = [
  {
    side: 'api',
    source: 'api/src',
    layers: {
      base: {
        paths: [
          'platform/config/',
          'platform/crypto/',
          'platform/describe-failure.ts',
          'platform/errors.ts',
          'platform/lower-priority.ts',
          'platform/redis.ts',
          'platform/semaphore.ts',
          'platform/telemetry/cache-metrics.ts',
          'platform/telemetry/process-metrics.ts',
          'platform/telemetry/tracing/',
        ],
        imports: [],
      },
      // The command that migrates a database also stores the assets of the release.
      migrate: { paths: ['platform/db/run-migrate.ts'], imports: [...API_BASE, 'db', 'storage'] },
      db: { paths: ['platform/db/'], imports: API_BASE },
      // Types of the clients that main.ts builds, which any layer may name.
      deps: { paths: ['platform/deps.ts'], imports: API_PLATFORM },
      events: { paths: ['platform/events/'], imports: API_DATA },
      flags: { paths: ['platform/flags/'], imports: API_DATA },
      jobs: { paths: ['platform/jobs/'], imports: [...API_DATA, 'events'] },
      http: { paths: ['platform/http/'], imports: API_DATA },
      telemetry: { paths: ['platform/telemetry/'], imports: [...API_DATA, 'jobs'] },
      realtime: {
        paths: ['platform/realtime/'],
        imports: [...API_DATA, 'http'],
        // The gateway knows no feature's events: features register theirs.
        contract: ['primitives', 'socket'],
      },
      mail: { paths: ['platform/mail/'], imports: [...API_DATA, 'jobs'] },
      storage: { paths: ['platform/storage/'], imports: [...API_DATA, 'jobs'] },
      erasures: {
        paths: ['privacy/erasures/', 'privacy/erase-member-job.ts'],
        imports: [...API_DATA, 'jobs', 'storage'],
      },
      exports: { paths: ['privacy/exports/'], imports: API_DATA },
      'define-feature': {
        paths: ['platform/define-feature.ts'],
        imports: [...API_PLATFORM, 'erasures', 'exports', 'telemetry'],
      },
      features: {
        paths: ['features/'],
        imports: [...API_PLATFORM, 'define-feature', 'erasures', 'exports', 'http', 'telemetry'],
      },
      'feature-list': { paths: ['features.ts'], imports: ['define-feature', 'manifests'] },
      privacy: {
        paths: ['privacy/'],
        imports: [...API_PLATFORM, 'define-feature', 'erasures', 'feature-list', 'manifests'],
      },
      // Commands of operators do what features do, with their functions; no feature knows them.
      admin: {
        paths: ['admin/'],
        imports: [...API_PLATFORM, 'erasures', 'exports', 'feature-list', 'features'],
      },
      // Sample data, for development alone.
      seed: { paths: ['seed/'], imports: [...API_PLATFORM, 'features'] },
    },
  },
  {
    side: 'web',
    source: 'web/src',
    layers: {
      lib: { paths: ['lib/'], imports: [] },
      offline: { paths: ['offline/'], imports: ['lib'] },
      realtime: { paths: ['realtime/'], imports: ['lib'] },
      ui: { paths: ['ui/'], imports: ['lib'] },
      features: { paths: ['features/'], imports: ['lib', 'offline', 'realtime', 'ui'] },
    },
  },
]

/** Features of the web app that the API does not have, and the features whose files they may import. */
export const WEB_ONLY_FEATURES: Readonly<Record<string, readonly string[]>> = {
  site: ['accounts'],
}

/**
 * The layers of a package, lowest first: a layer may import those that its line names. `features` is one layer here; which
 * feature may import which is in the manifests.
 */
export interface PackageRules {
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

export const PACKAGES: readonly PackageRules[] = [
  {
    source: 'api/src',
    layers: {
      base: {
        paths: [
          'cache-metrics.ts',
          'config.ts',
          'config/',
          'encrypt-payload.ts',
          'errors.ts',
          'lower-priority.ts',
          'process-metrics.ts',
          'redis.ts',
          'secrets.ts',
          'semaphore.ts',
          'tracing/',
        ],
        imports: [],
      },
      // The commands that migrate and fill a database also store files: assets, and pictures of the sample data.
      'database-commands': {
        paths: ['db/run-migrate.ts', 'db/run-seed.ts'],
        imports: [...API_BASE, 'db', 'files'],
      },
      db: { paths: ['db/'], imports: API_BASE },
      // Types of the clients that main.ts builds, which any layer may name.
      deps: { paths: ['deps.ts'], imports: ['base', 'db', 'files', 'flags', 'mail', 'realtime'] },
      events: { paths: ['events/'], imports: API_DATA },
      flags: { paths: ['flags/'], imports: API_DATA },
      jobs: { paths: ['jobs/'], imports: [...API_DATA, 'events'] },
      http: { paths: ['http/'], imports: API_DATA },
      telemetry: { paths: ['telemetry/'], imports: [...API_DATA, 'jobs'] },
      realtime: {
        paths: ['realtime/'],
        imports: [...API_DATA, 'http'],
        // The gateway knows no feature's events: features register theirs.
        contract: ['primitives', 'socket'],
      },
      mail: { paths: ['mail/'], imports: [...API_DATA, 'jobs'] },
      files: { paths: ['files/'], imports: [...API_DATA, 'flags', 'jobs'] },
      erasures: { paths: ['erasures/'], imports: [...API_DATA, 'files', 'jobs'] },
      // Reads other servers, and nothing of ours.
      'code-host': { paths: ['code-host/'], imports: API_BASE },
      manifest: {
        paths: ['define-feature.ts', 'erase-member-job.ts'],
        imports: [...API_DATA, 'erasures', 'events', 'jobs', 'mail', 'realtime'],
      },
      features: {
        paths: ['features/'],
        imports: [
          ...API_DATA,
          ...[
            'code-host',
            'erasures',
            'events',
            'files',
            'flags',
            'http',
            'jobs',
            'mail',
            'manifest',
            'realtime',
            'telemetry',
          ],
        ],
      },
      // Commands of operators do what features do, with their functions; no feature knows them.
      admin: {
        paths: ['admin/'],
        imports: [
          ...API_DATA,
          ...[
            'erasures',
            'events',
            'features',
            'files',
            'flags',
            'jobs',
            'mail',
            'manifest',
            'realtime',
          ],
        ],
      },
    },
  },
  {
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

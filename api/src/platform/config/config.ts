import { z } from 'zod'
import packageFile from '../../../package.json' with { type: 'json' }
import { backupSettings, findBackupFaults } from './backup-settings.ts'
import { findMisspeltSettings } from './misspelt-settings.ts'
import { findPlaintextConnections } from './plaintext-connections.ts'
import { readSecretFiles, SECRET_SETTINGS } from './secret-files.ts'
import { isAddressRange, isTooWideRange } from './trusted-proxies.ts'
import { DEVELOPMENT_SECRET, isWeakSecret } from './weak-secret.ts'

const SENDER_PATTERN = /^(?<name>[^<>"@\r\n]+) <(?<address>[^<>@\s]+@[^<>@\s]+)>$/

const List = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  )

const POSTGRESQL_URL = z.url({ protocol: /^postgres(ql)?$/ })

const Settings = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  /** What this process runs: the HTTP API, the job worker, or both. */
  ROLE: z.enum(['api', 'worker', 'both']).default('both'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Where operators reach /healthz, /readyz and /metrics of this process, whatever its role. */
  OPS_HOST: z.string().default('127.0.0.1'),
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).default(9464),
  /** The version that runs, shown in logs, metrics and /healthz. */
  RELEASE: z
    .string()
    .regex(/^[\w.+-]{1,40}$/, 'must be up to 40 letters, digits, dots, plus and minus signs')
    .default(packageFile.version),
  /** The public origin of the product; links in mails and the check of `Origin` use it. */
  APP_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine(
      (url) => URL.parse(url)?.origin === url,
      'must be an origin, such as https://dolph.example',
    ),
  DATABASE_URL: POSTGRESQL_URL,
  /** PostgreSQL without a pooler in between, which jobs, migrations and commands need. */
  DATABASE_DIRECT_URL: POSTGRESQL_URL.optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  /** Standbys that answer reads, separated by commas. Without them the primary answers all. */
  DATABASE_READ_URL: List.refine(
    (urls) => urls.every((url) => POSTGRESQL_URL.safeParse(url).success),
    'must be a list of URLs of PostgreSQL',
  ),
  /** The connections of this process to each of them. */
  DATABASE_READ_POOL: z.coerce.number().int().min(1).max(200).default(10),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }),
  /** Keys for codes, CSRF tokens and queued mails are derived from it. */
  SECRET: z.string().min(32).default(DEVELOPMENT_SECRET),
  /** While SECRET is being changed, the other one: what was made with it is accepted, and nothing new is made with it. */
  SECRET_BEFORE: z.string().min(32).optional(),
  /** The mail server, as smtp:// or smtps://. Without it mails are retried for some hours and then given up. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The sender of mails, as `Name <address>`. */
  MAIL_FROM: z
    .string()
    .regex(SENDER_PATTERN, 'must be a name and an address, such as Dolph <no-reply@dolph.example>')
    .default('Dolph <no-reply@dolph.example>')
    .transform((text) => {
      const { name = '', address = '' } = SENDER_PATTERN.exec(text)?.groups ?? {}
      return { name, address }
    }),
  /** Google, or another OpenID Connect provider; without a client id, signing in with it fails with a message. */
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Signing in with GitHub; without a client id it fails with a message. */
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: z.url({ protocol: /^https?$/ }).default('https://github.com'),
  GITHUB_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.github.com'),
  /** The REST API of GitHub, from which projects are imported. Without it members can only paste a README. */
  GITHUB_API: z.url({ protocol: /^https?$/ }).optional(),
  /** Raises the limit of calls to `GITHUB_API` from 60 to 5,000 an hour. It needs no permission. */
  GITHUB_TOKEN: z.string().optional(),
  /** The bucket that stores pictures, on Amazon S3 or on another server with its protocol. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** A local folder that replaces the bucket in development. With neither, uploads are refused. */
  FILES_FOLDER: z.string().optional(),
  ...backupSettings,
  /** The proxies whose X-Forwarded-For is trusted, as addresses or CIDR ranges. */
  TRUST_PROXY: List.refine(
    (ranges) => ranges.every(isAddressRange),
    'must be a list of addresses or CIDR ranges',
  ),
  /** Hosts that production may reach without encryption, such as those of a container network on one machine. */
  ALLOW_PLAINTEXT_HOSTS: List.transform((hosts) => hosts.map((host) => host.toLowerCase())),
  /** `relaxed` switches rate limits and throttles off, for load tests from one address. */
  LIMITS: z.enum(['strict', 'relaxed']).default('strict'),
  /** The bearer token for /metrics. Without it, /metrics is open on OPS_PORT; on PORT it is closed in production and open elsewhere. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Where traces are sent: an OTLP/HTTP sink, such as http://127.0.0.1:4318/v1/traces. Without it nothing is traced. */
  TRACES_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must not contain a name or a password')
    .optional(),
  /** The fraction of requests and jobs that are traced. */
  TRACES_SHARE: z.coerce.number().min(0).max(1).default(0.01),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** How long a stopping process keeps serving after /readyz reports 503, so that proxies stop routing to it first. */
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
})
export type Config = z.infer<typeof Settings> & { DATABASE_DIRECT_URL: string }

const Config = Settings.superRefine((config, context) => {
  const isProduction = config.NODE_ENV === 'production'
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
    if (config[name] !== undefined || !(isProduction || hasAnyS3Setting(config))) continue
    const message = isProduction ? 'must be set in production' : 'must be set with the other S3_*'
    context.addIssue({ code: 'custom', path: [name], message })
  }
  if (config.FILES_FOLDER !== undefined && (isProduction || hasAnyS3Setting(config))) {
    const message = 'is for development, without S3'
    context.addIssue({ code: 'custom', path: ['FILES_FOLDER'], message })
  }
  for (const [name, message] of findBackupFaults(config)) {
    context.addIssue({ code: 'custom', path: [name], message })
  }
  if (config.SECRET_BEFORE === config.SECRET) {
    const message = 'must differ from SECRET; leave it out if SECRET has not changed'
    context.addIssue({ code: 'custom', path: ['SECRET_BEFORE'], message })
  }
  if (!isProduction) return
  for (const [name, message] of findProductionFaults(config)) {
    context.addIssue({ code: 'custom', path: [name], message })
  }
})

const HTTPS_SETTINGS = [
  'APP_ORIGIN',
  'GOOGLE_ISSUER',
  'GITHUB_URL',
  'GITHUB_API_URL',
  'GITHUB_API',
] as const

/** What production refuses though each value is well-formed. Messages never contain values. */
function findProductionFaults(config: z.infer<typeof Settings>) {
  const faults: [name: keyof Config, message: string][] = []
  if (config.SECRET === DEVELOPMENT_SECRET) faults.push(['SECRET', 'must be set in production'])
  else if (isWeakSecret(config.SECRET))
    faults.push(['SECRET', 'must be random, such as the output of: openssl rand -base64 48'])
  if (config.SECRET_BEFORE !== undefined && isWeakSecret(config.SECRET_BEFORE))
    faults.push(['SECRET_BEFORE', 'must be random, as SECRET'])
  if (config.SMTP_URL === undefined) faults.push(['SMTP_URL', 'must be set in production'])
  if (config.LIMITS === 'relaxed') faults.push(['LIMITS', 'must be strict in production'])
  for (const name of HTTPS_SETTINGS) {
    if (!(config[name] ?? 'https:').startsWith('https:'))
      faults.push([name, 'must be https in production'])
  }
  if (config.TRUST_PROXY.some(isTooWideRange))
    faults.push(['TRUST_PROXY', 'must not contain ranges wider than /8 (IPv4) or /16 (IPv6)'])
  for (const name of findPlaintextConnections(config)) {
    faults.push([name, 'must be encrypted, unless ALLOW_PLAINTEXT_HOSTS names its host'])
  }
  return faults
}

interface S3Settings {
  S3_ENDPOINT?: string | undefined
  S3_BUCKET?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/** An incomplete set of S3 variables is an error: it must not silently fall back to a folder. */
function hasAnyS3Setting(config: S3Settings): boolean {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  return [S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].some(
    (value) => value !== undefined,
  )
}

/** Reads the environment once, at start. A missing or invalid value stops the process before it listens. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const misspelt = findMisspeltSettings(env, [
    ...Object.keys(Settings.shape),
    ...SECRET_SETTINGS.map((name) => `${name}_FILE`),
  ])
  if (misspelt.length > 0) {
    const lines = misspelt.map(({ name, meant }) => `✖ ${name} is no setting: is it ${meant}?`)
    throw new Error(`The environment does not describe a Dolph server:\n${lines.join('\n')}`)
  }
  // An empty variable counts as unset.
  const nonEmpty = Object.entries(readSecretFiles(env)).filter(([, value]) => value !== '')
  const config = Config.safeParse(Object.fromEntries(nonEmpty))
  if (config.success) {
    const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = config.data
    return { ...config.data, DATABASE_DIRECT_URL }
  }
  // The message contains no values: even an invalid DATABASE_URL may contain a password.
  throw new Error(
    `The environment does not describe a Dolph server:\n${z.prettifyError(config.error)}`,
  )
}

import { z } from 'zod'

const DEVELOPMENT_SECRET = 'known to everybody, and refused in production'
const SENDER_PATTERN = /^(?<name>[^<>"@\r\n]+) <(?<address>[^<>@\s]+@[^<>@\s]+)>$/

const Config = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    /** One program, two jobs: answering calls, and doing what can wait. */
    ROLE: z.enum(['api', 'worker', 'both']).default('both'),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
    /** Where browsers find the product; links in mails and the check of `Origin` are built from it. */
    APP_ORIGIN: z
      .url({ protocol: /^https?$/ })
      .refine(
        (url) => URL.parse(url)?.origin === url,
        'must be an origin, such as https://dolph.example',
      ),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
    DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }),
    /** Keys for codes, CSRF tokens and waiting mails are derived from it. Changing it voids them all. */
    SECRET: z.string().min(32).default(DEVELOPMENT_SECRET),
    /** The mail server, as smtp:// or smtps://. Without it mails are tried for some hours and then given up. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Who mails come from, as `Name <address>`. */
    MAIL_FROM: z
      .string()
      .regex(
        SENDER_PATTERN,
        'must be a name and an address, such as Dolph <no-reply@dolph.example>',
      )
      .default('Dolph <no-reply@dolph.example>')
      .transform((text) => {
        const { name = '', address = '' } = SENDER_PATTERN.exec(text)?.groups ?? {}
        return { name, address }
      }),
    /** Google, or another OpenID Connect provider in its place; without a client id the button says it failed. */
    GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
    GOOGLE_CLIENT_ID: z.string().optional(),
    GOOGLE_CLIENT_SECRET: z.string().optional(),
    /** Where pictures are kept: a bucket of Amazon S3, or of another server that speaks its protocol. */
    S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    /** A folder in its place, on a developer's machine. With neither, uploads are refused. */
    FILES_FOLDER: z.string().optional(),
    /** The proxies whose X-Forwarded-For is believed, as addresses or CIDR ranges. */
    TRUST_PROXY: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((each) => each.trim())
          .filter(Boolean),
      ),
    /** `relaxed` is for load runs from one address. */
    LIMITS: z.enum(['strict', 'relaxed']).default('strict'),
    /** Who may read /metrics: without it nobody in production, everybody elsewhere. */
    METRICS_TOKEN: z.string().min(16).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    /** How long a stopping process stays open after it said "not ready", so that proxies look away first. */
    DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(5_000),
  })
  .superRefine((config, context) => {
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
    if (!isProduction) return
    if (config.SECRET === DEVELOPMENT_SECRET) {
      context.addIssue({ code: 'custom', path: ['SECRET'], message: 'must be set in production' })
    }
    if (config.SMTP_URL === undefined) {
      context.addIssue({ code: 'custom', path: ['SMTP_URL'], message: 'must be set in production' })
    }
    if (config.LIMITS === 'relaxed') {
      context.addIssue({
        code: 'custom',
        path: ['LIMITS'],
        message: 'must be strict in production',
      })
    }
    if (!config.APP_ORIGIN.startsWith('https:')) {
      context.addIssue({
        code: 'custom',
        path: ['APP_ORIGIN'],
        message: 'must be https in production',
      })
    }
  })
export type Config = z.infer<typeof Config>

interface S3Settings {
  S3_ENDPOINT?: string | undefined
  S3_BUCKET?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Half of it set is a mistake, and must not quietly become a folder. */
function hasAnyS3Setting(config: S3Settings): boolean {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  return [S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY].some(
    (value) => value !== undefined,
  )
}

/** Reads the environment once, at start. A missing or wrong value stops the process before it listens. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // A variable that is set to nothing is a variable that is not set.
  const given = Object.entries(env).filter(([, value]) => value !== '')
  const config = Config.safeParse(Object.fromEntries(given))
  if (config.success) return config.data
  // Values stay out of the message: a wrong DATABASE_URL holds a password all the same.
  throw new Error(
    `The environment does not describe a Dolph server:\n${z.prettifyError(config.error)}`,
  )
}

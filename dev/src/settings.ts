/** The settings of `pnpm dev`; environment variables override the defaults. */
export function readSettings(env: NodeJS.ProcessEnv) {
  const ports = {
    api: readPort(env, 'PORT', 3000),
    web: readPort(env, 'WEB_PORT', 5173),
    smtp: readPort(env, 'SMTP_PORT', 2525),
    mailbox: readPort(env, 'MAILBOX_PORT', 8025),
    identity: readPort(env, 'IDENTITY_PORT', 4000),
    codeHost: readPort(env, 'CODE_HOST_PORT', 4001),
    github: readPort(env, 'GITHUB_PORT', 4002),
  }
  const origin = env['APP_ORIGIN'] ?? `http://localhost:${ports.web}`
  return {
    ports,
    origin,
    apiUrl: `http://127.0.0.1:${ports.api}`,
    databaseUrl: env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/dolph_dev',
    redisUrl: env['REDIS_URL'] ?? 'redis://127.0.0.1:6379/0',
    // Relative to `api`, so in the root of the repository; unused with an S3 bucket.
    filesFolder: env['S3_BUCKET'] ? '' : (env['FILES_FOLDER'] ?? '../.data/files'),
    // Replaces the sample repositories by those of GitHub, if it is set.
    githubApi: env['GITHUB_API'],
    logLevel: env['LOG_LEVEL'] ?? 'warn',
    google: {
      clientId: env['GOOGLE_CLIENT_ID'] ?? 'dolph-development',
      clientSecret: env['GOOGLE_CLIENT_SECRET'] ?? 'known to everybody, used on one machine',
      redirectUris: [`${origin}/api/users/auth/google/callback`],
    },
    github: {
      clientId: 'dolph-development',
      clientSecret: 'known to everybody, used on one machine',
      redirectUri: `${origin}/api/users/auth/github/callback`,
    },
  }
}
export type Settings = ReturnType<typeof readSettings>

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] ?? fallback)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Error(`${name} must be a port, such as ${fallback}`)
}

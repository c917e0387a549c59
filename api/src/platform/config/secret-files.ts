import { readFileSync } from 'node:fs'

/** Settings that hold a secret, or a URL with a password in it. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'SECRET',
  'SECRET_BEFORE',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
  'GITHUB_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
] as const

/**
 * Replaces each `NAME_FILE` by `NAME` with the content of that file. Container platforms mount secrets as files, because
 * every process of a user can read the environment of the others.
 */
export function readSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const result = { ...env }
  for (const name of SECRET_SETTINGS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new SecretFileError(name, `${name} is set too; only one of the two can be`)
    result[name] = readSecretFile(name, path)
  }
  return result
}

class SecretFileError extends Error {
  constructor(name: string, problem: string) {
    super(`The environment does not describe a Dolph server:\n✖ ${name}_FILE: ${problem}`)
  }
}

function readSecretFile(name: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new SecretFileError(name, `the file cannot be read (${code})`)
  }
  // Editors and `echo` end a file with a line break, which is no part of the secret.
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') throw new SecretFileError(name, 'the file is empty')
  return secret
}

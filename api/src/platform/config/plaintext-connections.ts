import { isIPv4 } from 'node:net'

interface Connections {
  DATABASE_URL: string
  DATABASE_DIRECT_URL?: string | undefined
  DATABASE_READ_URL?: readonly string[] | undefined
  REDIS_URL: string
  S3_ENDPOINT?: string | undefined
  BACKUP_S3_ENDPOINT?: string | undefined
  TRACES_URL?: string | undefined
  ALLOW_PLAINTEXT_HOSTS: string[]
}

/** The variables whose connection is unencrypted and leaves this machine, unless its host is allowed by name. */
export function findPlaintextConnections(config: Connections) {
  const {
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATABASE_READ_URL = [],
    REDIS_URL,
    S3_ENDPOINT,
    BACKUP_S3_ENDPOINT,
    TRACES_URL,
    ALLOW_PLAINTEXT_HOSTS,
  } = config
  const hosts = {
    DATABASE_URL: [findPlaintextDatabaseHost(DATABASE_URL)],
    DATABASE_DIRECT_URL: [findPlaintextDatabaseHost(DATABASE_DIRECT_URL ?? '')],
    DATABASE_READ_URL: DATABASE_READ_URL.map(findPlaintextDatabaseHost),
    REDIS_URL: [findPlaintextHost(REDIS_URL, 'redis:')],
    S3_ENDPOINT: [findPlaintextHost(S3_ENDPOINT ?? '', 'http:')],
    BACKUP_S3_ENDPOINT: [findPlaintextHost(BACKUP_S3_ENDPOINT ?? '', 'http:')],
    TRACES_URL: [findPlaintextHost(TRACES_URL ?? '', 'http:')],
  }
  const names = [
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_READ_URL',
    'REDIS_URL',
    'S3_ENDPOINT',
    'BACKUP_S3_ENDPOINT',
    'TRACES_URL',
  ] as const
  return names.filter((name) =>
    hosts[name].some((named) => {
      const host = named?.toLowerCase()
      return host && !isThisMachine(host) && !ALLOW_PLAINTEXT_HOSTS.includes(host)
    }),
  )
}

function findPlaintextHost(address: string, plaintextProtocol: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === plaintextProtocol ? url.hostname : undefined
}

/** The driver takes the last of repeated parameters, and `host` before the host of the URL. */
function findPlaintextDatabaseHost(address: string): string | undefined {
  const url = URL.parse(address)
  const getLast = (name: string) => url?.searchParams.getAll(name).at(-1)
  if (/^(require|verify-ca|verify-full)$/.test(getLast('sslmode') ?? '')) return undefined
  return getLast('host') || url?.hostname
}

/** A path is a Unix socket; in the host of a URL its slash is encoded. */
function isThisMachine(host: string): boolean {
  const isLoopbackAddress =
    (isIPv4(host) && host.startsWith('127.')) || host === '[::1]' || host === '::1'
  return isLoopbackAddress || host === 'localhost' || /^(\/|%2f)/.test(host)
}

import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startTestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import {
  buildStorageEnv,
  createTestBucket,
  storageAddress,
} from '@dolph/api/testing/servers/test-storage'
import { findFreePort } from '@dolph/bench/benchmark-tools'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { printLine } from '@dolph/bench/print-line'
import { createPostgresService, createRedisService } from '../chaos/services.ts'
import { runOnce, startContainer } from './container.ts'
import { requireText, signUpByMail, uploadPictures } from './role-checks.ts'

const ORIGIN = 'https://dolph.example'
const MEMBER_COUNT = 4
/** A member may upload 60 pictures for posts in an hour. */
const UPLOADS_PER_MEMBER = 50

/** Runs the image as `api` and as `worker`, as production does, against real servers. Every fault is a text. */
export async function runRoles(image: string) {
  const directory = await mkdtemp(join(tmpdir(), 'dolph-image-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o755)
  const env = { ...process.env, S3_PORT: String(storageAddress.port) }
  await promisify(execFile)('bash', [join(REPOSITORY, '.ci/storage')], { env })
  await createTestBucket()
  const [postgres, redis] = await Promise.all([
    createPostgresService(directory),
    createRedisService(directory),
  ])
  await Promise.all([postgres.start(), redis.start()])
  const mailServer = await startTestSmtpServer()
  try {
    return await runBothRoles(image, mailServer, {
      APP_ORIGIN: ORIGIN,
      DRAIN_MS: '2000',
      TRUST_PROXY: '127.0.0.1',
      SECRET: Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64'),
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      ...buildStorageEnv(),
      SMTP_URL: `${mailServer.smtpUrl}?requireTLS=false`,
    })
  } finally {
    await mailServer[Symbol.asyncDispose]()
    await Promise.all([postgres.kill(), redis.kill()])
    await rm(directory, { recursive: true })
  }
}

async function runBothRoles(
  image: string,
  mailServer: Awaited<ReturnType<typeof startTestSmtpServer>>,
  env: Record<string, string>,
) {
  const faults: string[] = []
  await runOnce({ image, command: ['migrate'], env: withPorts(env, 0, 0) })
  printLine('the image migrated an empty database')
  const [port, apiOps, workerOps] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const name = `dolph-check-${process.pid}`
  await using api = await startContainer({
    image,
    name: `${name}-api`,
    command: ['api'],
    env: withPorts(env, port, apiOps),
  })
  await using worker = await startContainer({
    image,
    name: `${name}-worker`,
    command: ['worker'],
    env: withPorts(env, 0, workerOps),
  })
  const rest = { api: await api.readMemoryMb(), worker: await worker.readMemoryMb() }

  const url = `http://127.0.0.1:${port}`
  await requireText(`${url}/`, '<!doctype html>')
  await requireText(`${url}/browse`, '<!doctype html>')
  for (const { opsUrl, checkHealth } of [api, worker]) {
    await requireText(`${opsUrl}/metrics`, 'dolph_info')
    await checkHealth().catch(({ message }: Error) => faults.push(`health check: ${message}`))
  }
  const sessions = await Promise.all(
    Array.from({ length: MEMBER_COUNT }, (_, index) =>
      signUpByMail({ url, origin: ORIGIN, address: `10.0.0.${index + 1}`, mailServer }),
    ),
  )
  printLine(`${MEMBER_COUNT} members signed up with the codes of their mails`)
  const pictures = await Promise.all(
    sessions.map((session) => uploadPictures(session, UPLOADS_PER_MEMBER)),
  )
  const zombies = (await api.countZombies()) + (await worker.countZombies())
  if (zombies > 0) faults.push(`${zombies} zombies`)
  printLine(`${MEMBER_COUNT * UPLOADS_PER_MEMBER} uploads, the last ${pictures[0]}`)

  for (const [role, container] of Object.entries({ api, worker })) {
    const exitCode = await container.stop()
    if (exitCode !== 0) faults.push(`${role} stopped with exit code ${exitCode}`)
  }
  return {
    api: { readySeconds: api.readySeconds, restMb: rest.api },
    worker: { readySeconds: worker.readySeconds, restMb: rest.worker },
    zombies,
    faults,
  }
}

/** The containers share the network of the machine, so each has ports of its own. */
function withPorts(env: Record<string, string>, port: number, opsPort: number) {
  const hosts = { HOST: '127.0.0.1', OPS_HOST: '127.0.0.1' }
  return { ...env, ...hosts, PORT: String(port), OPS_PORT: String(opsPort) }
}

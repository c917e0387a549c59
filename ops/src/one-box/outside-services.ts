import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startTestSmtpServer } from '@dolph/api/testing/servers/test-smtp-server'
import {
  buildStorageEnv,
  createTestBucket,
  storageAddress,
} from '@dolph/api/testing/servers/test-storage'
import { openS3Store } from '@dolph/api/platform/storage/s3-store'
import { REPOSITORY } from '@dolph/bench/previous-version'
import { joinSockets } from '../join-sockets.ts'

const runCommand = promisify(execFile)
/** An address of this machine that containers reach and no other machine does. */
export const OUTSIDE_ADDRESS = '172.31.77.1'
const BUCKET = 'dolph-one-box'
const BACKUP_BUCKET = 'dolph-one-box-backups'

/** Starts what an operator has elsewhere: a mail server and storage, at an address that containers reach. */
export async function startOutsideServices() {
  const env = { ...process.env, S3_PORT: String(storageAddress.port) }
  await runCommand('bash', [join(REPOSITORY, '.ci/storage')], { env })
  for (const bucket of [BUCKET, BACKUP_BUCKET]) await createTestBucket(bucket)
  const mailServer = await startTestSmtpServer()
  await runCommand('ip', ['address', 'replace', `${OUTSIDE_ADDRESS}/32`, 'dev', 'lo'])
  const mail = await forwardPort(Number(new URL(mailServer.smtpUrl).port))
  const storage = await forwardPort(storageAddress.port)
  const { S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = buildStorageEnv()
  return {
    mailServer,
    /** The answers to what `install` asks about these services; `mail` and `storage` are names in the containers. */
    answers: {
      SMTP_URL: `smtp://mail:${getPort(mail)}?requireTLS=false`,
      S3_ENDPOINT: `http://storage:${getPort(storage)}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY,
      BACKUP_BUCKET,
      BACKUP_S3_ENDPOINT: `http://storage:${getPort(storage)}`,
      BACKUP_S3_REGION: 'us-east-1',
      BACKUP_S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID,
      BACKUP_S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY,
    },
    /** Loses every picture, as a bucket does whose owner did not pay. */
    async emptyStorage(): Promise<void> {
      const { S3_ENDPOINT = '' } = buildStorageEnv()
      const store = openS3Store({
        endpoint: S3_ENDPOINT,
        region: 'us-east-1',
        bucket: BUCKET,
        accessKeyId: S3_ACCESS_KEY_ID,
        secretAccessKey: S3_SECRET_ACCESS_KEY,
      })
      const names: string[] = []
      for await (const { name } of store.walk('')) names.push(name)
      await store.remove(names)
      store.close()
    },
    async [Symbol.asyncDispose]() {
      for (const server of [mail, storage]) server.close()
      await mailServer[Symbol.asyncDispose]()
      await runCommand('ip', ['address', 'delete', `${OUTSIDE_ADDRESS}/32`, 'dev', 'lo'])
    },
  }
}

async function forwardPort(port: number): Promise<Server> {
  const server = createServer((client) => joinSockets(client, connect(port, '127.0.0.1')))
  server.listen(0, OUTSIDE_ADDRESS)
  await once(server, 'listening')
  return server
}

function getPort(server: Server): number {
  return (server.address() as AddressInfo).port
}

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { printLine } from '@dolph/bench/print-line'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { listMessages, sendMessage } from '@dolph/contract/messaging/messaging'
import { startAttackedServer, type SignedInMember } from '../attacked-server.ts'
import { sendCall } from './callers.ts'
import { startPrivatePostgres } from './private-postgres.ts'

const run = promisify(execFile)
const TABLESPACE = 'small'
/** PostgreSQL keeps a few free bytes in the pages that it has: so many messages of this size do not fit into them. */
const MESSAGE = 'x'.repeat(4_000)
const RECOVERY_MAX_MS = 2_000

/**
 * Fills the disk on which the tables are. Writes must be refused with 503 and reads must work; what was acknowledged is there
 * afterwards, and writes work as soon as there is space again.
 */
export async function attackWithFullDisk({
  megabytes,
  writes,
}: {
  megabytes: number
  writes: number
}): Promise<boolean> {
  await using postgres = await startPrivatePostgres({ default_tablespace: TABLESPACE })
  await using disk = await mountSmallDisk(megabytes, postgres.user)
  await postgres.runStatement(`create tablespace ${TABLESPACE} location '${disk.folder}'`)
  const counts = await fillAndFree(postgres.url, disk, writes)
  await postgres.runStatement(`drop tablespace ${TABLESPACE}`)
  const { acknowledged, stored, wrong, refused, recoveryMs } = counts
  printLine(
    `writes_refused=${refused} wrong=${wrong} acknowledged=${acknowledged} stored=${stored} ` +
      `recovery_ms=${recoveryMs}`,
  )
  return wrong === 0 && refused > 0 && stored === acknowledged && recoveryMs <= RECOVERY_MAX_MS
}

async function fillAndFree(postgresUrl: string, disk: SmallDisk, writes: number) {
  await using server = await startAttackedServer({ postgresUrl })
  const [ada, bob] = [await server.signInMember('ada'), await server.signInMember('bob')]
  const acknowledged = new Set<string>()
  const writeStatuses: number[] = []
  const readStatuses: number[] = []

  async function write(): Promise<number> {
    const tempId = `temp-${randomUUID()}`
    const body = { recipientId: bob.id, content: MESSAGE, tempId }
    const reply = await sendCall(server.url + sendMessage.url, ada.headers, 'POST', body)
    if (reply.status === 201) acknowledged.add(((await reply.json()) as { _id: string })._id)
    return reply.status
  }
  const read = async (url: string, { headers }: SignedInMember) =>
    (await sendCall(server.url + url, headers)).status

  writeStatuses.push(await write(), await write())
  disk.fill()
  for (let nth = 0; nth < writes; nth += 1) {
    writeStatuses.push(await write())
    readStatuses.push(await read(getViewer.url, bob))
    readStatuses.push(await read(`${listMessages.url}?conversationWith=${ada.id}`, bob))
  }
  disk.free()
  const freedAt = Date.now()
  while ((await write()) !== 201 && Date.now() - freedAt < RECOVERY_MAX_MS);
  const recoveryMs = Date.now() - freedAt
  const { rows } = await server.db.pool.query<{ id: string }>('select id from messages')
  return {
    acknowledged: acknowledged.size,
    stored: rows.filter(({ id }) => acknowledged.has(id)).length,
    wrong:
      writeStatuses.filter((status) => status !== 201 && status !== 503).length +
      readStatuses.filter((status) => status !== 200).length,
    refused: writeStatuses.filter((status) => status === 503).length,
    recoveryMs,
  }
}

type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>

/** Mounts a tmpfs, which needs root; `await using` unmounts it. */
async function mountSmallDisk(megabytes: number, owner: { uid: number; gid: number } | null) {
  const mountPoint = mkdtempSync(join(tmpdir(), 'dolph-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mountPoint])
  const folder = mkdtempSync(join(mountPoint, 'tablespace-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const filler = join(mountPoint, 'filler')
  return {
    folder,
    /** Writes until no byte fits any more. */
    fill(): void {
      const file = openSync(filler, 'w')
      const block = Buffer.alloc(4_096)
      try {
        for (;;) writeSync(file, block)
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler),
    async [Symbol.asyncDispose]() {
      await run('umount', ['-l', mountPoint])
      rmSync(mountPoint, { recursive: true })
    },
  }
}

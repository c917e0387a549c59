import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AccessRow } from './access-classes.ts'

const FEATURES_FOLDER = join(import.meta.dirname, '../../features')

/** The upgrade of /ws, which Fastify's routes do not list. Browsers send an origin with every upgrade. */
export const SOCKET_UPGRADE: AccessRow = {
  access: 'openSocket',
  ok: 101,
  except: { ownerWithFetchMetadataOnly: 403, ownerFromOwnOriginCrossSite: 101 },
}

export interface SocketAccessRow {
  sample: object
  /** What follows: the events to the sender, and after `>` those to the peer. */
  owner: string
  /** The same for members who are not part of the conversation. */
  member: string
}

/** The event that belongs to no feature. */
const AUTH_EVENT: SocketAccessRow = {
  sample: { userId: '{owner}', timestamp: '2026-11-15T09:00:00.000Z' },
  owner: 'error >',
  member: 'error >',
}

/**
 * The client events of the socket, those of a feature from its `testing/socket-access-rows.ts`. Before authentication each of
 * them closes the socket, except an `auth` that names the member.
 */
export async function readSocketAccessTable(): Promise<Record<string, SocketAccessRow>> {
  const rows = { auth: AUTH_EVENT }
  for await (const file of glob('*/testing/socket-access-rows.ts', { cwd: FEATURES_FOLDER })) {
    const url = pathToFileURL(join(FEATURES_FOLDER, file)).href
    const feature = (await import(url)) as { socketAccessRows: Record<string, SocketAccessRow> }
    Object.assign(rows, feature.socketAccessRows)
  }
  return rows
}

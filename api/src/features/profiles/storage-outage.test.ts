import { getViewer, logIn } from '@dolph/contract/accounts'
import { browsePosts } from '@dolph/contract/posts'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deleteUnusedPictures, setProfilePicture } from '../../files/pictures.ts'
import { startTcpProxy } from '../../testing/servers/tcp-proxy.ts'
import { startTestSmtpServer } from '../../testing/servers/test-smtp-server.ts'
import { signInNewMember, PASSWORD } from '../../testing/sign-up-member.ts'
import { createNoisePicture } from '../../testing/pictures/picture-bytes.ts'
import { startApp } from '../../testing/start-app.ts'
import {
  storageAddress,
  buildStorageEnv,
  listStoredNames,
} from '../../testing/servers/test-storage.ts'
import { extractPictureKey, uploadPictureFile } from '../../testing/pictures/upload-picture-file.ts'

/** The length of the outage; a real one is longer and ends in the same way. */
const OUTAGE_MS = Number(process.env['TEST_OUTAGE_MS'] ?? 2_000)
const WAIT_TIMEOUT_MS = 30_000

test(
  'while storage is down uploads get 503 and change nothing, all else works, and uploads recover by themselves',
  async () => {
    await using proxy = await startTcpProxy(storageAddress)
    await using smtpServer = await startTestSmtpServer()
    await using api = await startApp({
      smtpServer,
      env: { LIMITS: 'relaxed', ...buildStorageEnv(proxy.port) },
    })
    const ada = await signInNewMember(api, 'ada')
    const { _id: adaId } = await ada.call(getViewer, {})
    const photo = await createNoisePicture(100, 100).jpeg().toBuffer()
    const [current, next, uncached] = [
      extractPictureKey(await uploadPictureFile(ada, photo)),
      extractPictureKey(await uploadPictureFile(ada, photo)),
      extractPictureKey(await uploadPictureFile(ada, photo)),
    ]
    const setPicture = (key: string) =>
      api.db.transaction().execute((tx) => setProfilePicture(tx, adaId, key))
    const fetchPicture = (key: string) => api.visitor.request('GET', `/pictures/${key}/512.webp`)
    const readCurrentPicture = () =>
      api.db.selectFrom('members').select('picture').where('id', '=', adaId).executeTakeFirst()
    await setPicture(current)
    await fetchPicture(current)

    await proxy.disconnect()
    const disconnectedAt = Date.now()
    const refused = await Promise.all([
      uploadPictureFile(ada, photo),
      uploadPictureFile(ada, photo),
      uploadPictureFile(ada, photo),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
    expect(refused[0]?.json()).toMatchObject({
      code: 'unavailable',
      message: 'Failed to upload profile picture',
    })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await readCurrentPicture()).toEqual({ picture: current })

    const [cachedPicture, uncachedPicture] = [
      await fetchPicture(current),
      await fetchPicture(uncached),
    ]
    expect(cachedPicture.statusCode).toBe(200)
    expect(uncachedPicture.statusCode).toBe(503)
    expect(uncachedPicture.headers['cache-control']).toBe('no-store')
    await ada.call(getViewer, {})
    await ada.call(browsePosts, { querystring: {} })
    await api.browser().call(logIn, { body: { email: 'ada@example.test', password: PASSWORD } })
    expect((await api.visitor.request('GET', '/readyz')).statusCode).toBe(200)
    // The job that removes the previous picture has to wait for storage.
    expect(await setPicture(next)).toBe(true)
    await wait(Math.max(0, OUTAGE_MS - (Date.now() - disconnectedAt)))
    expect(await listStoredNames(`pictures/${current}/`)).toHaveLength(2)
    await proxy.reconnect()

    expect((await uploadPictureFile(ada, photo)).statusCode).toBe(201)
    const unfinished = await api.db
      .selectFrom('pictures')
      .select('key')
      .where('stored_at', 'is', null)
      .execute()
    expect(unfinished).toHaveLength(3)
    await waitUntil(async () => (await listStoredNames(`pictures/${current}/`)).length === 0)

    await api.db.updateTable('pictures').set({ uploaded_at: '2026-01-01T00:00:00Z' }).execute()
    await deleteUnusedPictures(api.db)
    const left = await api.db.selectFrom('pictures').select('key').execute()
    expect(left).toEqual([{ key: next }])
    expect(await listStoredNames(`pictures/${next}/`)).toHaveLength(2)
    await waitUntil(async () => (await listStoredNames(`pictures/${uncached}/`)).length === 0)
  },
  OUTAGE_MS + 2 * WAIT_TIMEOUT_MS,
)

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS
  while (!(await condition())) {
    if (Date.now() > deadline)
      throw new Error(`The condition was not met within ${WAIT_TIMEOUT_MS} ms`)
    await wait(100)
  }
}

import { getViewer, logIn } from '@dolph/contract/accounts'
import { browsePosts } from '@dolph/contract/posts'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deleteUnusedPictures, setProfilePicture } from '../../files/pictures.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { startMailbox } from '../../testing/mailbox.ts'
import { signedInMember, PASSWORD } from '../../testing/sign-up-member.ts'
import { createNoisePicture } from '../../testing/picture-bytes.ts'
import { startApp } from '../../testing/start-app.ts'
import { storageAddress, buildStorageEnv, listStoredNames } from '../../testing/test-storage.ts'
import { extractPictureKey, uploadPictureFile } from '../../testing/upload-picture-file.ts'

/** How long storage is away; real outages are longer, and end in the same way. */
const OUTAGE_MS = Number(process.env['TEST_OUTAGE_MS'] ?? 2_000)
const WAIT_TIMEOUT_MS = 30_000

test(
  'while storage is away uploads say so and change nothing, all else goes on, and it heals by itself',
  async () => {
    await using cable = await startTcpProxy(storageAddress)
    await using mailbox = await startMailbox()
    await using api = await startApp({
      mailbox,
      env: { LIMITS: 'relaxed', ...buildStorageEnv(cable.port) },
    })
    const ada = await signedInMember(api, 'ada')
    const { _id: adaId } = await ada.call(getViewer, {})
    const photo = await createNoisePicture(100, 100).jpeg().toBuffer()
    const [worn, next, unseen] = [
      extractPictureKey(await uploadPictureFile(ada, photo)),
      extractPictureKey(await uploadPictureFile(ada, photo)),
      extractPictureKey(await uploadPictureFile(ada, photo)),
    ]
    const wear = (key: string) =>
      api.db.transaction().execute((tx) => setProfilePicture(tx, adaId, key))
    const show = (key: string) => api.visitor.ask('GET', `/pictures/${key}/512.webp`)
    const wornNow = () =>
      api.db.selectFrom('members').select('picture').where('id', '=', adaId).executeTakeFirst()
    await wear(worn)
    await show(worn)

    await cable.cut()
    const cutAt = Date.now()
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
    expect(await wornNow()).toEqual({ picture: worn })

    const [heldPicture, otherPicture] = [await show(worn), await show(unseen)]
    expect(heldPicture.statusCode).toBe(200)
    expect(otherPicture.statusCode).toBe(503)
    expect(otherPicture.headers['cache-control']).toBe('no-store')
    await ada.call(getViewer, {})
    await ada.call(browsePosts, { querystring: {} })
    await api.browser().call(logIn, { body: { email: 'ada@example.test', password: PASSWORD } })
    expect((await api.visitor.ask('GET', '/readyz')).statusCode).toBe(200)
    // What was worn before is to be removed, which has to wait.
    expect(await wear(next)).toBe(true)
    await wait(Math.max(0, OUTAGE_MS - (Date.now() - cutAt)))
    expect(await listStoredNames(`pictures/${worn}/`)).toHaveLength(2)
    await cable.mend()

    expect((await uploadPictureFile(ada, photo)).statusCode).toBe(201)
    const unfinished = await api.db
      .selectFrom('pictures')
      .select('key')
      .where('stored_at', 'is', null)
      .execute()
    expect(unfinished).toHaveLength(3)
    await waitUntil(async () => (await listStoredNames(`pictures/${worn}/`)).length === 0)

    await api.db.updateTable('pictures').set({ uploaded_at: '2026-01-01T00:00:00Z' }).execute()
    await deleteUnusedPictures(api.db)
    const left = await api.db.selectFrom('pictures').select('key').execute()
    expect(left).toEqual([{ key: next }])
    expect(await listStoredNames(`pictures/${next}/`)).toHaveLength(2)
    await waitUntil(async () => (await listStoredNames(`pictures/${unseen}/`)).length === 0)
  },
  OUTAGE_MS + 2 * WAIT_TIMEOUT_MS,
)

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_TIMEOUT_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not become so')
    await wait(100)
  }
}

import { logIn } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { browsePosts, createPost, editPost, listOwnPosts } from '@dolph/contract/posts/posts'
import { readOwnProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { deleteUnusedPictures } from '../pictures/pictures.ts'
import type { Browser } from '../../testing/browser.ts'
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
import { chooseSize } from '../../testing/test-size.ts'

/** The length of the outage; a real one is longer and ends in the same way. */
const OUTAGE_MS = chooseSize({ short: 2_000, long: 30_000 })
const WAIT_TIMEOUT_MS = 30_000

interface PictureUse {
  set: (browser: Browser, url: string) => Promise<unknown>
  read: (browser: Browser) => Promise<string | undefined>
  unavailableMessage: string
}

const USES: Record<'profile' | 'cover', PictureUse> = {
  profile: {
    set: (browser, url) => browser.call(updateProfile, { body: { profilePicture: url } }),
    read: async (browser) => (await browser.call(readOwnProfile, {})).data.profilePicture,
    unavailableMessage: 'Failed to upload profile picture',
  },
  cover: {
    set: async (browser, url) => {
      const { data } = await browser.call(listOwnPosts, { querystring: {} })
      const draft = { title: 'Tide', type: 'showcase' as const, body: 'A tide clock' }
      const cover = { url, alt: 'A clock' }
      const [post] = data
      if (!post) return browser.call(createPost, { body: { ...draft, cover } })
      return browser.call(editPost, { params: { id: post._id }, body: { cover } })
    },
    read: async (browser) =>
      (await browser.call(listOwnPosts, { querystring: {} })).data[0]?.cover?.url,
    unavailableMessage: 'Failed to upload the picture',
  },
}

test.each(['profile', 'cover'] as const)(
  'while storage is down uploads of a %s picture get 503 and change nothing, all else works, and uploads recover by themselves',
  async (kind) => {
    const { set, read, unavailableMessage } = USES[kind]
    await using proxy = await startTcpProxy(storageAddress)
    await using smtpServer = await startTestSmtpServer()
    await using api = await startApp({
      smtpServer,
      env: { LIMITS: 'relaxed', ...buildStorageEnv(proxy.port) },
    })
    const ada = await signInNewMember(api, 'ada')
    const photo = await createNoisePicture(100, 100).jpeg().toBuffer()
    const upload = () => uploadPictureFile(ada, photo, { kind })
    const uploadUrl = async () => (await upload()).json<{ url: string }>().url
    const [current, next, uncached] = [await uploadUrl(), await uploadUrl(), await uploadUrl()]
    const fetchPicture = (url: string) => api.visitor.request('GET', url)
    const listStoredFiles = (url: string) =>
      listStoredNames(`pictures/${extractPictureKey({ body: url })}/`)
    await set(ada, current)
    await fetchPicture(current)

    await proxy.disconnect()
    const disconnectedAt = Date.now()
    const refused = await Promise.all([upload(), upload(), upload()])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
    expect(refused[0]?.json()).toMatchObject({
      code: 'unavailable',
      message: unavailableMessage,
    })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await read(ada)).toBe(current)

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
    await set(ada, next)
    expect(await read(ada)).toBe(next)
    await wait(Math.max(0, OUTAGE_MS - (Date.now() - disconnectedAt)))
    expect(await listStoredFiles(current)).toHaveLength(2)
    await proxy.reconnect()

    expect((await upload()).statusCode).toBe(201)
    const unfinished = await api.db
      .selectFrom('pictures')
      .select('key')
      .where('stored_at', 'is', null)
      .execute()
    expect(unfinished).toHaveLength(3)
    await waitUntil(async () => (await listStoredFiles(current)).length === 0)

    await api.db.updateTable('pictures').set({ uploaded_at: '2026-01-01T00:00:00Z' }).execute()
    await deleteUnusedPictures(api.db)
    const left = await api.db.selectFrom('pictures').select('key').execute()
    expect(left).toEqual([{ key: extractPictureKey({ body: next }) }])
    expect(await listStoredFiles(next)).toHaveLength(2)
    await waitUntil(async () => (await listStoredFiles(uncached)).length === 0)
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

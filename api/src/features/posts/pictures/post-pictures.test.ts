import {
  BODY_PICTURE_GONE,
  COVER_GONE,
  type Cover,
  type PostPictureKind,
} from '@dolph/contract/posts/post-pictures'
import {
  browsePosts,
  createPost,
  deletePost,
  editPost,
  listMemberPosts,
  listOwnPosts,
  readPost,
} from '@dolph/contract/posts/posts'
import { updateProfile } from '@dolph/contract/profiles/profiles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEraseMemberJob } from '../../../privacy/erase-member.ts'
import { eraseMemberJob } from '../../../privacy/erase-member-job.ts'
import { features } from '../../../features.ts'
import { pictureJobs } from '../../pictures/jobs.ts'
import { deleteUnusedPictures } from '../../pictures/pictures.ts'
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts'
import type { Browser } from '../../../testing/browser.ts'
import { createNoisePicture } from '../../../testing/pictures/picture-bytes.ts'
import {
  extractPictureKey,
  uploadPictureFile,
} from '../../../testing/pictures/upload-picture-file.ts'
import { runJobs } from '../../../testing/run-jobs.ts'
import { listStoredNames } from '../../../testing/servers/test-storage.ts'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { deletePostContent } from '../deletion/delete-post-content.ts'

let api: Awaited<ReturnType<typeof startApp>>
let ada: Browser
let photo: Buffer
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ada = await signInNewMember(api, 'ada')
  photo = await createNoisePicture(640, 400).jpeg().toBuffer()
})
afterAll(async () => api[Symbol.asyncDispose]())

const draft = { title: 'Tide', type: 'showcase' as const }

async function upload(browser: Browser, kind: PostPictureKind): Promise<string> {
  return (await uploadPictureFile(browser, photo, { kind })).json<{ url: string }>().url
}

const uploadCover = async (): Promise<Cover> => ({
  url: await upload(ada, 'cover'),
  alt: 'A clock',
})
const uploadBodyPicture = async () => `![Low water](${await upload(ada, 'text')})`

async function create(fields: { body?: string; cover?: Cover | null; tempId?: string }) {
  const body = { ...draft, body: 'A tide clock', ...fields }
  return (await ada.call(createPost, { body })).data
}

async function edit(id: string, body: { body?: string; title?: string; cover?: Cover | null }) {
  return (await ada.call(editPost, { params: { id }, body })).data
}

/** Which of the pictures in these texts still have a row and files, after all that is due has been deleted. */
async function areKept(...texts: string[]): Promise<boolean[]> {
  while (await api.db.transaction().execute((tx) => deletePostContent(tx)));
  await runJobs(api, pictureJobs)
  const rows = await api.db.selectFrom('pictures').select('key').execute()
  const keys = texts.map((text) => extractPictureKey({ body: text }))
  const hasRow = keys.map((key) => rows.some((row) => row.key === key))
  const files = await Promise.all(keys.map((key) => listStoredNames(`pictures/${key}/`)))
  expect(files.map((names) => names.length > 0)).toEqual(hasRow)
  return hasRow
}

describe('a post', () => {
  test('has the cover that its author uploaded, in every list', async () => {
    const cover = await uploadCover()
    const post = await create({ cover })
    const found = async () => [
      (await ada.call(readPost, { params: { id: post._id } })).data,
      (await api.visitor.call(browsePosts, { querystring: {} })).data[0],
      (await ada.call(listOwnPosts, { querystring: {} })).data[0],
      (await ada.call(browsePosts, { querystring: { q: 'tide' } })).data[0],
    ]

    expect(post.cover).toEqual(cover)
    expect((await found()).map((each) => each?.cover)).toEqual([cover, cover, cover, cover])
    const params = { userId: post.user?._id ?? '' }
    const { data } = await ada.call(listMemberPosts, { params, querystring: {} })
    expect(data[0]?.cover).toEqual(cover)
    expect((await create({})).cover).toBeNull()
  })

  test('keeps its cover when something else is edited, and loses it when it is set to null', async () => {
    const cover = await uploadCover()
    const { _id } = await create({ cover })

    expect((await edit(_id, { title: 'Moon' })).cover).toEqual(cover)
    expect((await edit(_id, { cover: { ...cover, alt: '' } })).cover).toEqual({ ...cover, alt: '' })
    expect(await areKept(cover.url)).toEqual([true])
    expect((await edit(_id, { cover: null })).cover).toBeNull()
    expect(await areKept(cover.url)).toEqual([false])
  })

  test('loses its old cover for a new one, and a picture that is removed from its text', async () => {
    const [first, second] = [await uploadCover(), await uploadCover()]
    const [stays, goes] = [await uploadBodyPicture(), await uploadBodyPicture()]
    const { _id } = await create({ cover: first, body: `${stays}\n\n${goes}` })

    await edit(_id, { cover: second, body: `Only ${stays}` })

    expect(await areKept(first.url, goes)).toEqual([false, false])
    expect(await areKept(second.url, stays)).toEqual([true, true])
  })

  test('takes its pictures along when it is deleted, but not one that another post shows', async () => {
    const [cover, own, shared] = [
      await uploadCover(),
      await uploadBodyPicture(),
      await uploadBodyPicture(),
    ]
    const { _id } = await create({ cover, body: `${own} ${shared}` })
    const other = await create({ body: shared })

    await ada.call(deletePost, { params: { id: _id } })
    expect(await areKept(cover.url, own)).toEqual([false, false])
    expect(await areKept(shared)).toEqual([true])

    await ada.call(deletePost, { params: { id: other._id } })
    expect(await areKept(shared)).toEqual([false])
  })

  test('sent twice with its cover is one post; with another cover it is a conflict', async () => {
    const [cover, other] = [await uploadCover(), await uploadCover()]
    const tempId = 'temp-with-a-cover'
    const first = await create({ cover, tempId })
    const body = { ...draft, body: 'A tide clock', tempId }

    expect((await create({ cover, tempId }))._id).toBe(first._id)
    expect((await ada.send(createPost, { body: { ...body, cover: other } })).statusCode).toBe(409)
    expect((await ada.send(createPost, { body })).statusCode).toBe(409)
    await edit(first._id, { cover: null })
    expect((await create({ cover, tempId })).cover).toBeNull()
  })

  test('is found by what its pictures show, and not by their URLs', async () => {
    const picture = (await uploadBodyPicture()).replace('Low water', 'Springtime ebb')
    const { _id } = await create({ body: picture })
    const search = async (q: string) =>
      (await ada.call(browsePosts, { querystring: { q } })).data.map((post) => post._id)

    expect(await search('springtime')).toEqual([_id])
    expect(await search('webp')).toEqual([])
    expect(await search(extractPictureKey({ body: picture }).slice(0, 20))).toEqual([])
  })
})

describe('a picture cannot be used', () => {
  test.each([
    [
      'that belongs to another member',
      async () => upload(await signInNewMember(api, 'bob'), 'text'),
    ],
    ['that does not exist', async () => `/pictures/${'A'.repeat(43)}/640x400.webp`],
    ['with other dimensions', async () => (await upload(ada, 'text')).replace('400', '401')],
  ])('in a text %s', async (_, makeUrl) => {
    const body = `Look: ![A tide](${await makeUrl()})`
    const reply = await ada.send(createPost, { body: { ...draft, title: 'Refused', body } })
    const { data } = await ada.call(browsePosts, { querystring: { q: 'refused' } })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ fields: { body: BODY_PICTURE_GONE } })
    expect(data).toEqual([])
  })

  test.each([
    ['of another member', async () => upload(await signInNewMember(api, 'carl'), 'cover')],
    ['of another shape', async () => upload(ada, 'text')],
    ['of another site', async () => 'https://evil.example/1280x720.webp'],
    ['that is a script', async () => 'javascript:alert(1)'],
  ])('as a cover %s', async (_, makeUrl) => {
    const cover = { url: await makeUrl(), alt: '' }
    const { _id } = await create({})
    const created = await ada.send(createPost, { body: { ...draft, body: 'Tide', cover } })
    const edited = await ada.send(editPost, { params: { id: _id }, body: { cover } })

    for (const reply of [created, edited]) {
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ fields: { cover: COVER_GONE } })
    }
  })

  test('as a cover if it is a profile picture, nor as a profile picture if it is a cover', async () => {
    const profile = extractPictureKey(await uploadPictureFile(ada, photo))
    const cover = { url: `/pictures/${profile}/1280x720.webp`, alt: '' }
    const reply = await ada.send(createPost, { body: { ...draft, body: 'Tide', cover } })

    expect(reply.json()).toMatchObject({ fields: { cover: COVER_GONE } })
    const profilePicture = `/pictures/${extractPictureKey({ body: await upload(ada, 'cover') })}/512.webp`
    const saved = await ada.send(updateProfile, { body: { profilePicture } })
    expect(saved.json()).toMatchObject({ fields: { profilePicture: expect.any(String) } })
  })
})

describe('the cleanup of unused uploads', () => {
  const makeOld = () =>
    api.db.updateTable('pictures').set({ uploaded_at: '2026-01-01T00:00:00Z' }).execute()

  test('deletes what no post uses and keeps what one uses', async () => {
    const [used, unused] = [await uploadBodyPicture(), await uploadBodyPicture()]
    const cover = await uploadCover()
    await create({ cover, body: used })
    await makeOld()
    await deleteUnusedPictures(api.db)

    expect(await areKept(used, cover.url, unused)).toEqual([true, true, false])
  })

  test('never deletes a picture that a post is being created with', async () => {
    const pictures = await Promise.all(Array.from({ length: 8 }, uploadBodyPicture))
    await makeOld()
    const replies = pictures.map((picture) =>
      ada.send(createPost, { body: { ...draft, body: picture } }),
    )
    const [, ...statuses] = await Promise.all([
      deleteUnusedPictures(api.db),
      ...replies.map(async (reply) => (await reply).statusCode),
    ])

    expect(await areKept(...pictures)).toEqual(statuses.map((status) => status === 201))
  })
})

test('two posts that let go of the same picture at once delete it', async () => {
  const picture = await uploadBodyPicture()
  const posts = [await create({ body: picture }), await create({ body: picture })]
  await Promise.all(posts.map(({ _id }) => edit(_id, { body: 'Nothing to see' })))

  expect(await areKept(picture)).toEqual([false])
})

test('the pictures of a deleted member go with their posts', async () => {
  const dora = await signInNewMember(api, 'dora')
  const cover = { url: await upload(dora, 'cover'), alt: 'Hers' }
  const unused = await upload(dora, 'text')
  const { data } = await dora.call(createPost, { body: { ...draft, body: 'Tide', cover } })
  const kept = await uploadCover()
  await create({ cover: kept })

  await enqueueJob(api.db, eraseMemberJob, { memberId: data.user?._id ?? '' })
  await runJobs(api, [createEraseMemberJob(features)])

  expect(await areKept(cover.url, unused, kept.url)).toEqual([false, false, true])
})

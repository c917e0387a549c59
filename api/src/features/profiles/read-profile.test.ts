import { deleteAccount, signUp } from '@dolph/contract/accounts/accounts'
import { getCsrfToken } from '@dolph/contract/accounts/viewer'
import { type PostType } from '@dolph/contract/posts/post-type'
import { createPost, deletePost, editPost } from '@dolph/contract/posts/posts'
import {
  readOwnProfile,
  readProfile,
  suggestSkills,
  updateProfile,
} from '@dolph/contract/profiles/profiles'
import { readSkill } from '@dolph/contract/skills/skill-pages'
import { skillKey } from '@dolph/contract/skills/skills'
import { describe, expect, test } from 'vitest'
import type { Browser } from '../../testing/browser.ts'
import {
  buildSignUpForm,
  signInNewMember,
  PASSWORD,
  proveMember,
} from '../../testing/sign-up-member.ts'
import {
  createMemberFixture,
  createPostFixture,
  createRoleFixture,
} from '../../testing/fixtures.ts'
import { startApp } from '../../testing/start-app.ts'
import { indexQueuedMembers } from '../people/people-index.ts'
import { hidePost } from '../posts/hiding.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }

describe('a profile', () => {
  test.each([
    ['reads their own profile', readOwnProfile.method, '/api/profile/me'],
    ['changes it', updateProfile.method, '/api/profile/me'],
    ['reads the profile of a member', readProfile.method, '/api/profile/user/ada'],
    ['asks for skills', suggestSkills.method, '/api/profile/skills?q=ru'],
  ])('a visitor who %s is asked to log in', async (_, method, url) => {
    await using api = await startApp()
    await createMemberFixture(api.db, 'ada')
    const { token } = await api.visitor.call(getCsrfToken, {})
    const body = method === 'PUT' ? { body: { bio: 'x' } } : {}
    const reply = await api.visitor.request(method, url, {
      ...body,
      headers: { 'x-csrf-token': token },
    })
    expect([reply.statusCode, reply.json()]).toMatchObject([401, { code: 'not-signed-in' }])
  })

  test('of a member who has saved no field is empty', async () => {
    await using api = await startApp()
    const id = await createMemberFixture(api.db, 'Ada')
    const bob = await signInNewMember(api, 'bob')

    const reply = await bob.send(readProfile, { params: { username: 'aDA' } })

    expect(reply.json()).toEqual({
      success: true,
      data: {
        _id: id,
        userName: 'Ada',
        profilePicture: '',
        firstName: '',
        lastName: '',
        bio: '',
        skills: [],
        skillPages: [],
        github: '',
        linkedin: '',
        website: '',
        location: '',
        socialLinks: [],
        stats: { posts: 0, collaborations: 0, contributions: 0 },
        availability: null,
        teams: [],
        createdAt: expect.any(String),
      },
    })
    expect(reply.headers['cache-control']).toBe('private, no-cache')
  })

  test('names those of its skills that have a page: by an open role, or by another profile', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    await ada.call(updateProfile, { body: { skills: ['ReactJS', 'Rust', 'Tides', 'Go'] } })
    await bob.call(updateProfile, { body: { skills: ['golang'] } })
    while (await api.db.transaction().execute((tx) => indexQueuedMembers(tx)));
    const carla = await createMemberFixture(api.db, 'carla')
    const post = await createPostFixture(api.db, carla)
    await createRoleFixture(api.db, post, { skills: ['React'] })

    const hidden = await createPostFixture(api.db, carla)
    await createRoleFixture(api.db, hidden, { skills: ['Rust'] })
    await hidePost(api.db, hidden)

    const { data } = await bob.call(readProfile, { params: { username: 'ada' } })
    expect(data.skillPages.toSorted()).toEqual(['go', 'react'])
    for (const skill of data.skills) {
      const { statusCode } = await api.visitor.send(readSkill, { params: { key: skill } })
      expect(statusCode).toBe(data.skillPages.includes(skillKey(skill)) ? 200 : 404)
    }
  })

  test('that has not changed is not sent again', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const read = (tag: string) =>
      bob.send(readProfile, { params: { username: 'ada' } }, { 'if-none-match': tag })

    const first = await read('')
    const tag = String(first.headers['etag'])
    const second = await read(tag)
    await ada.call(updateProfile, { body: { bio: 'Clocks' } })
    const third = await read(tag)

    expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([200, 304, 200])
    expect(second.body).toBe('')
  })

  test('shows email and sign-in method to its member alone', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    await proveMember(ada)
    await api.db
      .updateTable('accounts')
      .set({ google_sub: 'sub-of-ada', password_hash: null })
      .where('email', '=', 'ada@example.test')
      .execute()
    await ada.call(updateProfile, { body: { bio: 'Clocks', email: 'new@example.test' } })

    const own = await ada.send(readOwnProfile, {})
    const bobs = await bob.call(readOwnProfile, {})
    const seen = [
      await bob.send(readProfile, { params: { username: 'ada' } }),
      await ada.send(readProfile, { params: { username: 'ada' } }),
    ]

    expect(own.json()).toMatchObject({
      data: { email: 'ada@example.test', pendingEmail: 'new@example.test', googleId: 'google' },
    })
    expect(own.headers['cache-control']).toBe('no-store')
    expect(own.body).not.toContain('sub-of-ada')
    expect(bobs.data).toMatchObject({ email: 'bob@example.test', pendingEmail: null })
    expect(bobs.data).not.toHaveProperty('googleId')
    for (const reply of seen) {
      expect(reply.json()).toMatchObject({ data: { bio: 'Clocks' } })
      expect(reply.body).not.toMatch(/example\.test|google|email|sub-of-ada|password/i)
    }
  })

  test('is the same for its member and for others, except for private fields', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const { data: own } = await ada.call(readOwnProfile, {})
    const { data: seen } = await bob.call(readProfile, { params: { username: 'ada' } })
    expect(own).toEqual({ ...seen, email: 'ada@example.test', pendingEmail: null })
    expect(seen).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace' })
    const byId = await bob.call(readProfile, { params: { username: own._id } })
    expect(byId.data).toEqual(seen)
  })
})

describe('a profile is not found', () => {
  test('by an unknown or invalid name', async () => {
    await using api = await startApp(relaxed)
    await createMemberFixture(api.db, 'ada')
    const bob = await signInNewMember(api, 'bob')
    const names = [
      'nobody',
      'ad',
      'a'.repeat(31),
      'a'.repeat(90),
      'ada lovelace',
      'ada%25',
      'a_a',
      'ada~',
      'ada%00',
      '%00',
      'ad%C3%A4',
      '%E2%84%AAada',
      '%F0%9F%98%80',
      "ada'--",
      '..%2F..',
    ]
    const notFound = { success: false, code: 'not-found', message: 'User not found' }
    const replies = []
    for (const name of names) {
      const reply = await bob.request('GET', `/api/profile/user/${name}`)
      replies.push([name, reply.statusCode, reply.json()])
    }
    expect(replies).toEqual(names.map((name) => [name, 404, notFound]))
  })

  test('and a malformed name breaks nothing', async () => {
    await using api = await startApp(relaxed)
    const bob = await signInNewMember(api, 'bob')
    for (const name of ['%ED%A0%80', '%zz', 'a'.repeat(120)]) {
      const reply = await bob.request('GET', `/api/profile/user/${name}`)
      expect([400, 404, 414]).toContain(reply.statusCode)
    }
  })

  test('for a deleted or unverified member', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    await ada.call(deleteAccount, { body: { password: PASSWORD } })
    await bob.call(signUp, { body: buildSignUpForm('carla') })
    const { id: signUpId } = await api.db
      .selectFrom('pending_sign_ups')
      .select('id')
      .executeTakeFirstOrThrow()

    for (const username of ['ada', 'carla', signUpId, crypto.randomUUID()]) {
      const reply = await bob.send(readProfile, { params: { username } })
      expect([reply.statusCode, reply.json()]).toMatchObject([404, { message: 'User not found' }])
    }
  })
})

describe('the stats', () => {
  test('follow every post that is created, edited and deleted, and count only the member’s own', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const carlaId = await createMemberFixture(api.db, 'carla')
    await createPostFixture(api.db, carlaId, { type: 'seeking-contributors' })
    expect(await readStats(bob)).toEqual([0, 0, 0])

    const first = await publishPost(ada, 'seeking-contributors')
    expect(await readStats(bob)).toEqual([1, 1, 0])
    const second = await publishPost(ada, 'looking-to-join')
    await publishPost(ada, 'looking-to-join')
    await publishPost(ada, 'showcase')
    expect(await readStats(bob)).toEqual([4, 1, 2])
    await ada.call(editPost, { params: { id: first }, body: { type: 'looking-to-join' } })
    expect(await readStats(bob)).toEqual([4, 0, 3])
    await ada.call(deletePost, { params: { id: second } })
    expect(await readStats(bob)).toEqual([3, 0, 2])

    const { data: own } = await ada.call(readOwnProfile, {})
    expect(own.stats).toEqual({ posts: 3, collaborations: 0, contributions: 2 })
  })

  async function publishPost(author: Browser, type: PostType): Promise<string> {
    const body = { title: 'Tide', type, body: 'A tide clock' }
    return (await author.call(createPost, { body })).data._id
  }

  async function readStats(reader: Browser) {
    const { data } = await reader.call(readProfile, { params: { username: 'ada' } })
    return [data.stats.posts, data.stats.collaborations, data.stats.contributions]
  }
})

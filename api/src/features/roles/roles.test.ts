import { getViewer } from '@dolph/contract/accounts/viewer'
import { editPost } from '@dolph/contract/posts/posts'
import {
  confirmRoles,
  createRole,
  deleteRole,
  editRole,
  listRoles,
  setRoleState,
  TOO_MANY_OPEN_ROLES,
  type RoleDraft,
} from '@dolph/contract/roles/roles'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPostFixture, createRoleFixture } from '../../testing/fixtures.ts'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { waitForBlockedStatements } from '../../testing/wait-for-blocked-statements.ts'

const DRAFT: RoleDraft = {
  title: 'Frontend developer',
  about: 'Charts',
  skills: ['React', 'TypeScript'],
  mustSkills: ['reactjs'],
  hours: { from: 4, to: 8 },
  term: 'months',
  zone: 'Europe/Berlin',
  zoneSpread: 3,
  reward: 'unpaid',
  rewardNote: '',
  seats: 2,
}

let api: Awaited<ReturnType<typeof startApp>>
let ada: Awaited<ReturnType<typeof signIn>>
let bob: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  api = await startApp({ env: { LIMITS: 'relaxed' } })
  ;[ada, bob] = [await signIn('ada'), await signIn('bob')]
  return () => api[Symbol.asyncDispose]()
})

describe('a role', () => {
  test('is read as it was written, with the fit of a member who is not its owner', async () => {
    const id = await createPost()
    const { data: role } = await ada.call(createRole, {
      params: { id },
      body: DRAFT,
    })
    expect(role).toMatchObject({ ...DRAFT, post: id, state: 'open', filled: 0, isQuiet: false })
    expect([role.fit, role.joinRequest]).toEqual([null, null])

    await api.db
      .insertInto('profiles')
      .values({ member_id: bob.id, skills: ['react.js'] })
      .execute()
    const { data } = await bob.call(listRoles, { params: { id } })
    expect(data).toHaveLength(1)
    expect(data[0]?.fit).toMatchObject({
      score: null,
      skills: { had: ['React'], missing: ['TypeScript'], points: 25 },
      obstacles: { mustSkills: [] },
    })
  })

  test('sent twice is one; another draft under its key is refused', async () => {
    const id = await createPost()
    const body = { ...DRAFT, tempId: 'temp-00000001' }
    const [one, two] = await Promise.all([
      ada.call(createRole, { params: { id }, body }),
      ada.call(createRole, { params: { id }, body }),
    ])
    expect(two.data._id).toBe(one.data._id)
    const other = await ada.send(createRole, { params: { id }, body: { ...body, seats: 3 } })
    expect(other.statusCode).toBe(409)
  })

  test('is written by owners only: to others it does not exist', async () => {
    const id = await createPost()
    const params = { id: await createRoleFixture(api.db, id) }
    const replies = [
      await bob.send(createRole, { params: { id }, body: DRAFT }),
      await bob.send(editRole, { params, body: { title: 'Mine' } }),
      await bob.send(setRoleState, { params, body: { state: 'closed' } }),
      await bob.send(deleteRole, { params }),
    ]
    expect(replies.map((reply) => [reply.statusCode, reply.json().message])).toEqual([
      [404, 'Post not found'],
      [404, 'Role not found'],
      [404, 'Role not found'],
      [404, 'Role not found'],
    ])
    const confirmed = await bob.call(confirmRoles, { body: { ids: [params.id] } })
    expect(confirmed.confirmed).toBe(0)
  })

  test.each([
    ['a must that is no skill', { mustSkills: ['Go'] }, 'mustSkills'],
    ['a spread without a zone', { zone: null }, 'zoneSpread'],
    ['pay without a note', { reward: 'paid' }, 'rewardNote'],
    ['one skill in two spellings', { skills: ['React', 'ReactJS'] }, 'skills'],
    ['hours that end before they start', { hours: { from: 8, to: 4 } }, 'hours'],
    ['a link in the title', { title: 'See www.example.test' }, 'title'],
  ])('is refused with %s, also as the result of an edit', async (_, change, field) => {
    const id = await createPost()
    const draft = { ...DRAFT, ...(change as object) }
    const created = await ada.send(createRole, { params: { id }, body: draft })
    const { data } = await ada.call(createRole, { params: { id }, body: DRAFT })
    const edited = await ada.send(editRole, { params: { id: data._id }, body: change as object })
    for (const reply of [created, edited]) {
      expect([reply.statusCode, Object.keys(reply.json().fields)]).toEqual([400, [field]])
    }
  })

  test('that two edit at once has the fields of both', async () => {
    const id = await createPost()
    const { data } = await ada.call(createRole, { params: { id }, body: DRAFT })
    const params = { id: data._id }
    await Promise.all([
      ada.call(editRole, { params, body: { title: 'Designer' } }),
      ada.call(editRole, { params, body: { seats: 4 } }),
    ])
    const [role] = (await ada.call(listRoles, { params: { id } })).data
    expect(role).toMatchObject({ ...DRAFT, title: 'Designer', seats: 4 })
  })

  test('is closed instead of deleted once somebody joined by it', async () => {
    const id = await createPost()
    const [used, unused] = [
      await createRoleFixture(api.db, id),
      await createRoleFixture(api.db, id),
    ]
    await api.db
      .insertInto('team_members')
      .values({ post_id: id, member_id: bob.id, role_id: used, role_title: 'Developer' })
      .execute()
    const isDeleted = async (roleId: string) =>
      (await ada.call(deleteRole, { params: { id: roleId } })).isDeleted
    expect([await isDeleted(used), await isDeleted(unused)]).toEqual([false, true])
    const { data } = await ada.call(listRoles, { params: { id } })
    expect(data.map(({ _id, state }) => [_id, state])).toEqual([[used, 'closed']])
  })

  test('that is closed has no term left, and is read by owners and those who asked', async () => {
    const id = await createPost()
    const roleId = await createRoleFixture(api.db, id)
    await askToJoin(id, roleId)
    const cleo = await signIn('cleo')
    expect(await countTerms(roleId)).toBe(2)
    await ada.call(setRoleState, { params: { id: roleId }, body: { state: 'closed' } })
    expect(await countTerms(roleId)).toBe(0)
    const readers = await Promise.all(
      [ada, bob, cleo].map((reader) => reader.call(listRoles, { params: { id } })),
    )
    expect(readers.map(({ data }) => data.length)).toEqual([1, 1, 0])
    expect(readers[1]?.data[0]?.joinRequest).toMatchObject({ state: 'ended', fromOwner: false })
  })

  test('with all seats taken opens by a further seat only', async () => {
    const id = await createPost()
    const fields = { state: 'filled', filled: 1, seats: 1 } as const
    const params = { id: await createRoleFixture(api.db, id, fields) }
    const open = await ada.send(setRoleState, { params, body: { state: 'open' } })
    expect(open.statusCode).toBe(409)
    const { data } = await ada.call(editRole, { params, body: { seats: 2 } })
    expect(data.state).toBe('open')
    await askToJoin(id, params.id)
    const fewer = await ada.call(editRole, { params, body: { seats: 1 } })
    expect(fewer.data.state).toBe('filled')
    const { data: read } = await bob.call(listRoles, { params: { id } })
    expect(read[0]?.joinRequest?.state).toBe('declined')
  })
})

describe('at most five roles of a post are open or paused', () => {
  test('also by calls at the same time', async () => {
    const id = await createPost()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => ada.send(createRole, { params: { id }, body: DRAFT })),
    )
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    const refused = replies.filter(({ statusCode }) => statusCode !== 201)
    expect(refused.map((reply) => reply.json().message)).toEqual(
      Array.from({ length: 3 }, () => TOO_MANY_OPEN_ROLES),
    )
  })

  test('also by opening closed ones', async () => {
    const id = await createPost()
    for (let nth = 0; nth < 4; nth += 1) await createRoleFixture(api.db, id)
    const closed = [
      await createRoleFixture(api.db, id, { state: 'closed' }),
      await createRoleFixture(api.db, id, { state: 'closed' }),
    ]
    const replies = await Promise.all(
      closed.map((roleId) =>
        ada.send(setRoleState, { params: { id: roleId }, body: { state: 'open' } }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409,
    ])
  })
})

test('a post that looks for a project takes no roles, and loses those it had', async () => {
  const id = await createPost()
  await createRoleFixture(api.db, id)
  await ada.call(editPost, { params: { id }, body: { type: 'looking-to-join' } })
  const { data } = await ada.call(listRoles, { params: { id } })
  expect(data.map(({ state }) => state)).toEqual(['closed'])
  const role = { id: data[0]?._id ?? '' }
  const replies = [
    await ada.send(createRole, { params: { id }, body: DRAFT }),
    await ada.send(setRoleState, { params: role, body: { state: 'open' } }),
    await ada.send(editRole, { params: role, body: { seats: 9 } }),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
})

test('a post that becomes one that looks for a project takes no role that is added at the same moment', async () => {
  const id = await createPost()
  const { reply } = await api.db.transaction().execute(async (tx) => {
    await tx.updateTable('posts').set({ type: 'looking-to-join' }).where('id', '=', id).execute()
    const created = ada.send(createRole, { params: { id }, body: DRAFT })
    await waitForBlockedStatements(api.db)
    return { reply: created }
  })
  expect((await reply).statusCode).toBe(409)
})

async function signIn(userName: string) {
  const browser = await signInNewMember(api, userName)
  return { ...browser, id: (await browser.call(getViewer, {}))._id }
}

async function createPost() {
  return createPostFixture(api.db, ada.id, { type: 'seeking-contributors' })
}

async function countTerms(roleId: string) {
  const rows = await api.db
    .selectFrom('open_role_terms')
    .select('term')
    .where('role_id', '=', roleId)
    .execute()
  return rows.length
}

async function askToJoin(postId: string, roleId: string) {
  await api.db
    .insertInto('join_requests')
    .values({
      role_id: roleId,
      post_id: postId,
      role_title: 'Developer',
      post_title: 'Tide',
      member_id: bob.id,
      owner_id: ada.id,
      sender_id: bob.id,
      hours: 4,
      note: 'I have built three tide clocks.',
      due_at: '2099-01-01T00:00:00.000Z',
      next_at: '2099-01-01T00:00:00.000Z',
      temp_id: `temp-${roleId}`,
      temp_digest: Buffer.alloc(16),
    })
    .execute()
}

import { setTimeout as wait } from 'node:timers/promises'
import { deleteAccount } from '@dolph/contract/accounts/accounts'
import { getViewer } from '@dolph/contract/accounts/viewer'
import { buildPictureUrl } from '@dolph/contract/pictures/pictures'
import { readOwnProfile, readProfile, updateProfile } from '@dolph/contract/profiles/profiles'
import { describe, expect, test } from 'vitest'
import {
  signUpMember,
  PASSWORD,
  signInNewMember,
  proveMember,
} from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'

const relaxed = { env: { LIMITS: 'relaxed' } }
const fullProfile = {
  firstName: 'Augusta',
  lastName: 'King',
  bio: 'Clocks, mostly.\nAnd <b>bells</b>.',
  skills: ['Rust', 'C++', 'Ünïcode'],
  github: 'https://github.com/ada',
  linkedin: 'https://de.linkedin.com/in/ada',
  website: 'http://ada.example/?q=1#top',
  location: 'London',
  socialLinks: [
    { platform: 'Mastodon', url: 'https://social.example/@ada' },
    { platform: '"quoted" \\ {json}', url: 'https://ada.example' },
  ],
}

describe('saving a profile', () => {
  test('changes all given fields, for all readers', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]

    const { message, data } = await ada.call(updateProfile, { body: fullProfile })

    expect(message).toBe('Profile updated successfully')
    expect(data).toMatchObject(fullProfile)
    expect((await ada.call(readOwnProfile, {})).data).toEqual(data)
    expect((await bob.call(readProfile, { params: { username: 'ada' } })).data).toMatchObject(
      fullProfile,
    )
    expect((await ada.call(getViewer, {})).data).toMatchObject({ firstName: 'Augusta' })
  })

  test('keeps absent fields, clears empty ones, and trims', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    await ada.call(updateProfile, { body: fullProfile })

    const body = { bio: '', skills: [], lastName: '', location: '  Paris ', socialLinks: [] }
    const { data } = await ada.call(updateProfile, { body })
    const { data: same } = await ada.call(updateProfile, { body: {} })

    const { bio, lastName, skills, socialLinks } = body
    expect(data).toMatchObject({
      ...fullProfile,
      bio,
      lastName,
      skills,
      socialLinks,
      location: 'Paris',
    })
    expect(same).toEqual(data)
  })

  test('from several tabs at once loses no field that another tab saved', async () => {
    await using api = await startApp(relaxed)
    const ada = await signInNewMember(api, 'ada')
    for (let round = 0; round < 8; round += 1) {
      const fields = { bio: `b${round}`, location: `l${round}`, firstName: `f${round}` }
      const more = { website: `https://w${round}.example`, skills: [`s${round}`] }
      const all = Object.entries({ ...fields, ...more })
      await Promise.all(
        all.map(([name, value]) => ada.call(updateProfile, { body: { [name]: value } })),
      )
      expect((await ada.call(readOwnProfile, {})).data).toMatchObject({ ...fields, ...more })
    }
  })
})

test('saving while the account is deleted succeeds or is refused, and never fails', async () => {
  await using api = await startApp(relaxed)
  for (const name of ['ada', 'bob', 'carla']) {
    // Signing up sends a mail first, so the job queue has registered that task before both calls use it at once.
    const member = await signUpMember(api, name)
    await proveMember(member)
    const body = { bio: 'Clocks', skills: ['Rust'], firstName: 'A', email: `${name}@new.example` }
    const saves = Array.from({ length: 8 }, async (_, index) => {
      await wait(index * 15)
      return member.send(updateProfile, { body })
    })
    const deletion = member.send(deleteAccount, { body: { password: PASSWORD } })
    const replies = await Promise.all(saves)

    expect((await deletion).statusCode).toBe(200)
    for (const { statusCode } of replies) expect([200, 401, 403]).toContain(statusCode)
  }
})

describe('a picture', () => {
  test('can be set once it is stored, is shown everywhere, and can be removed', async () => {
    await using api = await startApp()
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const { _id } = await ada.call(getViewer, {})
    const upload = { key: 'a'.repeat(43), member_id: _id, stored_at: new Date().toISOString() }
    await api.db.insertInto('pictures').values(upload).execute()
    const url = buildPictureUrl(upload.key)

    await ada.call(updateProfile, { body: { profilePicture: url } })
    const { data: seen } = await bob.call(readProfile, { params: { username: 'ada' } })
    const { data: viewer } = await ada.call(getViewer, {})
    const { data: bare } = await ada.call(updateProfile, { body: { profilePicture: '' } })

    expect([seen.profilePicture, viewer.profilePicture]).toEqual([url, url])
    expect(bare.profilePicture).toBe('')
  })

  test('that is not a finished upload of this member is refused, and no field is saved', async () => {
    await using api = await startApp(relaxed)
    const [ada, bob] = [await signInNewMember(api, 'ada'), await signInNewMember(api, 'bob')]
    const [{ _id: adaId }, { _id: bobId }] = [
      await ada.call(getViewer, {}),
      await bob.call(getViewer, {}),
    ]
    const stored_at = new Date().toISOString()
    const pictures = [
      { key: 'b'.repeat(43), member_id: bobId, stored_at },
      { key: 'u'.repeat(43), member_id: adaId, stored_at: null },
    ]
    await api.db.insertInto('pictures').values(pictures).execute()
    await proveMember(ada)
    const before = await ada.call(readOwnProfile, {})
    const foreign = [
      ...['b', 'u', 'n'].map((letter) => buildPictureUrl(letter.repeat(43))),
      buildPictureUrl('b'.repeat(43), 'small'),
      'https://tracker.example/x.gif',
      'data:image/png;base64,AA',
      '/pictures/../512.webp',
    ]
    for (const profilePicture of foreign) {
      const body = { ...fullProfile, email: 'new@example.test', profilePicture }
      const reply = await ada.send(updateProfile, { body })
      expect([reply.statusCode, reply.json()]).toMatchObject([
        400,
        { fields: { profilePicture: 'Please upload the picture again' } },
      ])
    }
    expect(await ada.call(readOwnProfile, {})).toEqual(before)
    expect(
      await api.db.selectFrom('links').selectAll().where('purpose', '=', 'change-email').execute(),
    ).toEqual([])
  })
})

describe('an invalid value is refused at its field', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `skill ${index}`)
  const links = (count: number) =>
    Array.from({ length: count }, () => ({ platform: 'X', url: 'https://x.example' }))
  test.each<[string, object, string]>([
    ['no first name', { firstName: ' ' }, 'firstName'],
    ['a first name of 51', { firstName: 'x'.repeat(51) }, 'firstName'],
    ['a bio of 1,001', { bio: 'x'.repeat(1001) }, 'bio'],
    ['NUL', { bio: 'a\u0000b' }, 'bio'],
    ['half a character', { location: 'a\uD800' }, 'location'],
    ['51 skills', { skills: many(51) }, 'skills'],
    ['a skill of 41', { skills: ['x'.repeat(41)] }, 'skills/0'],
    ['an empty skill', { skills: ['Rust', ' '] }, 'skills/1'],
    ['a skill twice', { skills: ['Rust', 'rUST '] }, 'skills'],
    ['a skill with NUL', { skills: ['\u0000'] }, 'skills/0'],
    ['skills that are not a list', { skills: 'Rust' }, 'skills'],
    ['a script as website', { website: 'javascript:alert(1)' }, 'website'],
    ['a password in a link', { website: 'https://a:b@x.example' }, 'website'],
    ['data as website', { website: 'data:text/html,x' }, 'website'],
    ['another host than GitHub', { github: 'https://github.com.evil.example/ada' }, 'github'],
    ['GitHub without TLS', { github: 'http://github.com/ada' }, 'github'],
    ['another host than LinkedIn', { linkedin: 'https://evillinkedin.com/in/a' }, 'linkedin'],
    [
      'LinkedIn as a subdomain of another host',
      { linkedin: 'https://linkedin.com.evil.example' },
      'linkedin',
    ],
    ['11 links', { socialLinks: links(11) }, 'socialLinks'],
    [
      'a script in a list',
      { socialLinks: [{ platform: 'X', url: 'javascript:0' }] },
      'socialLinks/0/url',
    ],
    [
      'a link without platform',
      { socialLinks: [{ platform: '', url: 'https://x.example' }] },
      'socialLinks/0/platform',
    ],
    ['an email with a line break', { email: 'a@b.example\nBcc: c@d.example' }, 'email'],
    ['an empty email', { email: '' }, 'email'],
  ])('%s', async (_, body, field) => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const reply = await ada.send(updateProfile, { body: { location: 'Paris', ...body } })
    expect(reply.statusCode).toBe(400)
    expect(Object.keys(reply.json<{ fields: object }>().fields)).toEqual([field])
    expect(await api.db.selectFrom('profiles').selectAll().execute()).toEqual([])
  })

  test('the largest allowed values are saved', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const body = {
      bio: '😀'.repeat(1000),
      skills: many(50).map((skill) => `${skill} ${'😀'.repeat(30)}`),
      location: 'ü'.repeat(100),
      website: `https://x.example/${'x'.repeat(2030)}`,
      socialLinks: links(10),
    }
    expect((await ada.call(updateProfile, { body })).data).toMatchObject(body)
  })

  test('unknown fields change nothing', async () => {
    await using api = await startApp()
    const ada = await signInNewMember(api, 'ada')
    const before = await ada.call(readOwnProfile, {})
    const body: object = {
      googleId: 'google',
      _id: '01932d4d-1ae7-7116-81fb-ed1476c2b116',
      userName: 'root',
      verified: true,
      stats: { posts: 9 },
      createdAt: '2000-01-01',
      pendingEmail: 'x@y.example',
      member_id: 'x',
      password_hash: 'x',
      picture: 'x',
    }
    await ada.call(updateProfile, { body })
    expect(await ada.call(readOwnProfile, {})).toEqual(before)
  })
})

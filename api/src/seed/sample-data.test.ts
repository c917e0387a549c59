import { ProfileForm } from '@dolph/contract/profiles/profiles'
import { PostType } from '@dolph/contract/posts/post-type'
import { PostDraft } from '@dolph/contract/posts/posts'
import { isTimeZone } from '@dolph/contract/time-zone'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { MessageDraft } from '@dolph/contract/messaging/messaging'
import { readFace, readPicture, readSampleConversations, readSampleData } from './sample-data.ts'
import { replacePictures } from './sample-pictures.ts'
import { SAMPLE_BLOCKS, SAMPLE_MUTES } from './safety/sample-ignored-members.ts'
import { SAMPLE_LOGIN_USERNAMES } from './seed.ts'

const { members, posts } = readSampleData()
const usernames = new Set(members.map(({ username }) => username))

describe('the sample members', () => {
  test('have valid, unique usernames', () => {
    for (const username of usernames) expect(username).toMatch(/^[A-Za-z0-9_-]{3,30}$/)
    const folded = new Set([...usernames].map((username) => username.toLowerCase()))
    expect(folded.size).toBe(members.length)
  })

  test('include the people a developer signs in as', () => {
    expect([...usernames]).toEqual(expect.arrayContaining(SAMPLE_LOGIN_USERNAMES))
  })
})

describe('the sample profiles', () => {
  test('are valid profile forms', () => {
    const rest = { lastName: '', linkedin: '', profilePicture: '', email: 'sample@example.test' }
    for (const { username, firstName, profile } of members) {
      const form = ProfileForm.safeParse({ ...rest, firstName, ...profile })
      expect(form, username).toMatchObject({ success: true })
    }
  })

  test('mostly have skills that others have too, and a location', () => {
    const listed = members.flatMap(({ profile }) => profile.skills)
    const shared = new Set(listed.filter((skill, index) => listed.indexOf(skill) !== index))
    expect(shared.size).toBeGreaterThan(15)
    const withLocation = members.filter(({ profile }) => profile.location !== '')
    expect(withLocation.length).toBeGreaterThan(members.length * 0.8)
  })

  test('have a known time zone for each location', () => {
    for (const { profile, zone = '' } of members.filter((each) => each.profile.location !== '')) {
      expect(isTimeZone(zone), profile.location).toBe(true)
    }
  })
})

describe('the sample posts', () => {
  test('are a thousand, each a valid post draft', () => {
    expect(posts).toHaveLength(1000)
    for (const post of posts) {
      expect(PostDraft.safeParse(post), post.title).toMatchObject({ success: true })
      expect(usernames).toContain(post.author)
    }
  })

  test('never share a title or a body', () => {
    expect(new Set(posts.map(({ title }) => title)).size).toBe(posts.length)
    expect(new Set(posts.map(({ body }) => body)).size).toBe(posts.length)
  })

  test('have all nine types, most often projects and people looking for each other', () => {
    const count = (type: PostType) => posts.filter((post) => post.type === type).length
    const byCount = PostType.options.toSorted((one, other) => count(other) - count(one))
    expect(byCount.slice(0, 3).toSorted()).toEqual([
      'looking-to-join',
      'seeking-contributors',
      'showcase',
    ])
    for (const type of PostType.options) expect(count(type), type).toBeGreaterThanOrEqual(20)
  })

  test('reach from this hour back over eighteen months, oldest first', () => {
    const ages = posts.map(({ minutesAgo }) => minutesAgo)
    // So that their order is always the same.
    expect(new Set(ages).size).toBe(ages.length)
    expect(ages.filter((age) => age < 60).length).toBeGreaterThan(3)
    expect(Math.max(...ages)).toBeLessThanOrEqual(18 * 31 * 24 * 60)
  })

  test('are liked by members, never twice and never by their author', () => {
    for (const { author, likers } of posts) {
      expect(new Set(likers).size).toBe(likers.length)
      expect(likers).not.toContain(author)
      for (const liker of likers) expect(usernames).toContain(liker)
    }
    expect(posts.some(({ likers }) => likers.length >= 60)).toBe(true)
    expect(posts.filter(({ likers }) => likers.length <= 12).length).toBeGreaterThan(700)
  })

  test('have comments of members, where a reply follows its parent', () => {
    for (const { comments } of posts) {
      expect(comments.length).toBeLessThanOrEqual(12)
      comments.forEach(({ by, text, replyTo }, index) => {
        expect(usernames).toContain(by)
        expect(text.trim()).not.toBe('')
        expect(replyTo ?? -1).toBeLessThan(index)
      })
    }
  })

  test('link only to example domains', () => {
    for (const { demo, projectUrl } of posts) {
      for (const address of [demo, projectUrl].filter((link) => link !== '')) {
        expect(new URL(address).hostname).toMatch(/(^|\.)example(\.com|\.org)?$/)
      }
    }
  })
})

test('the pictures of sample posts and members are files of the right size', async () => {
  const measure = async (svg: Buffer | undefined) => {
    const { width, height } = await sharp(svg).metadata()
    return [width, height]
  }
  const covers = posts.flatMap(({ cover }) => cover?.picture ?? [])
  const shown = posts.flatMap(({ body }) => {
    const names: string[] = []
    replacePictures(body, ({ picture }) => {
      names.push(picture)
      return ''
    })
    return names
  })
  for (const name of [...covers, ...shown]) {
    expect(await measure(readPicture(name)), name).toEqual([1280, 720])
  }
  const faces = members.flatMap(({ username }) => readFace(username) ?? [])
  expect(faces.length).toBeGreaterThan(40)
  for (const face of faces) expect(await measure(face)).toEqual([512, 512])
})

test('the sample members who ignore others are members, and ignore none who wrote lately', () => {
  for (const [member, other] of [...SAMPLE_BLOCKS, ...SAMPLE_MUTES]) {
    expect(usernames).toContain(member)
    expect(usernames).toContain(other)
  }
  const ignored = [...SAMPLE_BLOCKS, ...SAMPLE_MUTES]
    .filter(([member]) => SAMPLE_LOGIN_USERNAMES.includes(member))
    .map(([, other]) => other)
  for (const { author, minutesAgo } of posts.filter((post) => ignored.includes(post.author))) {
    expect(minutesAgo, author).toBeGreaterThan(7 * 24 * 60)
  }
})

describe('the sample messages', () => {
  const conversations = readSampleConversations()

  test('are between sample members, each pair once', () => {
    expect(conversations.length).toBeGreaterThan(3)
    const pairs = conversations.map(({ participants }) => participants.toSorted().join())
    expect(new Set(pairs).size).toBe(pairs.length)
    for (const username of conversations.flatMap(({ participants }) => participants)) {
      expect(usernames).toContain(username)
    }
  })

  test('are valid drafts of one of the two members, in chronological order', () => {
    const recipientId = '01932d4d-1ae7-7116-81fb-ed1476c2b116'
    for (const { participants, messages } of conversations) {
      for (const { from, text } of messages) {
        expect(participants).toContain(from)
        expect(MessageDraft.safeParse({ recipientId, content: text })).toMatchObject({
          success: true,
        })
      }
      const ages = messages.map(({ minutesAgo }) => minutesAgo)
      expect(ages).toEqual(ages.toSorted((one, other) => other - one))
    }
  })
})

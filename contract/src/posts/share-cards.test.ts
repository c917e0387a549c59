import { expect, test } from 'vitest'
import { buildCardPath, type CardPost } from './share-cards.ts'

const POST: CardPost = {
  _id: '01932dad-55f0-7c01-9923-d974d6c5fc09',
  title: 'Tide',
  type: 'showcase',
  user: { userName: 'ada' },
  project: { openRoles: 2, skills: ['React'] },
  cover: null,
}

test('the address of a card changes with everything that the card shows', () => {
  const changes: Partial<CardPost>[] = [
    {},
    { title: 'Tides' },
    { type: 'hackathon' },
    { user: { userName: 'lin' } },
    { user: null },
    { project: { openRoles: 1, skills: ['React'] } },
    { project: { openRoles: 2, skills: ['Go'] } },
    { cover: { url: '/pictures/a/1280x720.webp' } },
  ]
  const paths = changes.map((change) => buildCardPath({ ...POST, ...change }))
  expect(new Set(paths).size).toBe(changes.length)
})

test('the address of a card is the same for every reply that has the post', () => {
  const { cover: _cover, ...withoutCover } = POST
  expect(buildCardPath({ ...POST, likes: ['x'] } as CardPost)).toBe(buildCardPath(POST))
  expect(buildCardPath(withoutCover)).toBe(buildCardPath(POST))
  expect(buildCardPath(POST)).toMatch(/^\/cards\/[0-9a-f-]{36}\/[0-9a-f]{16}\.png$/)
})

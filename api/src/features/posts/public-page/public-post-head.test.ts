import { PublicPost } from '@dolph/contract/posts/read-public-post'
import { expect, test } from 'vitest'
import { buildPublicPostHead } from './public-post-head.ts'

const ORIGIN = 'https://dolph.example'
const ID = '01932dad-55f0-7c01-9923-d974d6c5fc09'
const HOSTILE = '</script></title><script>alert(1)</script>"\' onload=x <!--'

test('a project with a repository is source code, with its author, topics and counts', () => {
  const data = readJsonLd(
    createPost({ github: 'https://github.com/ada/tide', topics: ['maps', 'web'], likeCount: 3 }),
  )
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'SoftwareSourceCode',
    '@id': `${ORIGIN}/p/${ID}/tide`,
    name: 'Tide',
    codeRepository: 'https://github.com/ada/tide',
    author: { '@type': 'Person', name: 'ada' },
    keywords: 'Maps, Web',
    interactionStatistic: [{ userInteractionCount: 3 }, { userInteractionCount: 0 }],
  })
})

test('a project without a repository is a creative work', () => {
  expect(readJsonLd(createPost({}))).toMatchObject({ '@type': 'CreativeWork' })
  expect(readJsonLd(createPost({ github: 'javascript:alert(1)' }))).toMatchObject({
    '@type': 'CreativeWork',
  })
})

test('hostile texts of members stay texts', () => {
  const user = { _id: ID, userName: HOSTILE, profilePicture: '' }
  const post = createPost({ title: HOSTILE, body: HOSTILE, user })
  const { elements } = buildPublicPostHead(post, ORIGIN)
  expect(
    elements.match(/<(?!meta |link |script type="application\/ld\+json">|\/script>)/g),
  ).toBeNull()
  expect(elements.match(/<\/?script/g)).toHaveLength(2)
  expect(elements).not.toContain('<!--')
  for (const [attribute] of elements.matchAll(/content="[^"]*"/g))
    expect(attribute).not.toMatch(/[<>]/)
  expect(readJsonLd(post)).toMatchObject({ name: HOSTILE, author: { name: HOSTILE } })
})

function readJsonLd(post: PublicPost): unknown {
  const { elements } = buildPublicPostHead(post, ORIGIN)
  return JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(elements)?.[1] ?? '')
}

function createPost(fields: Partial<PublicPost>): PublicPost {
  return PublicPost.parse({
    _id: ID,
    title: 'Tide',
    type: 'showcase',
    body: 'A tide clock',
    github: '',
    demo: '',
    projectUrl: '',
    likeCount: 0,
    commentCount: 0,
    createdAt: '2026-11-15T09:00:00.000Z',
    project: null,
    cover: null,
    topics: [],
    roles: [],
    team: [],
    updates: [],
    moreByAuthor: [],
    isIndexed: true,
    user: { _id: ID, userName: 'ada', profilePicture: '' },
    ...fields,
  })
}

import { listComments } from '@dolph/contract/comments/comments'
import { listMemberPosts, readPost, type Post } from '@dolph/contract/posts/posts'
import { readRelation, type MemberRelation } from '@dolph/contract/safety/safety'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockReply } from '../../../testing/fake-api.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { createNumberedPostFixture } from '../../../testing/mock-feed.ts'
import { renderRoutes } from '../../../testing/render-page.tsx'
import { PostPage } from './post-page.tsx'

const BOB = { _id: '01932dad-55f0-7c01-9923-d974d6c5fc0b', userName: 'bob', profilePicture: '' }
const post = createPostFixture({ user: BOB })

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  mockReply(listComments, [])
})

describe('the author', () => {
  test('can be written to about it, leads to their profile and to three other posts', async () => {
    const others = [1, 2, 3].map((number) => createNumberedPostFixture(number, { user: BOB }))
    serve({ posts: [post, ...others] })
    openPost()

    const card = within(await findBesideText('Author'))
    expect(card.getByText('@bob')).toBeTruthy()
    const message = await card.findByRole('link', { name: 'Message' })
    expect(message.getAttribute('href')).toBe(`/messages/${BOB._id}`)
    const profile = card.getByRole('link', { name: 'View profile' })
    expect(profile.getAttribute('href')).toBe('/profile/bob')
    const more = within(await findBesideText('More by bob'))
    expect(more.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      others.map(({ _id }) => `/posts/${_id}`),
    )
  })

  test('says in a line who they are, if they wrote it', async () => {
    serve({ post: { ...post, authorBio: 'I build tide clocks' } })
    openPost()
    const card = within(await findBesideText('Author'))
    expect(card.getByText('I build tide clocks')).toBeTruthy()
  })

  test('is not shown where the viewer blocked them', async () => {
    serve({ relation: { isBlocked: true, isMuted: false, canMessage: false } })
    openPost()
    await screen.findByRole('heading', { level: 1, name: 'Tide' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Author' })).toBeNull())
    expect(screen.queryByRole('region', { name: 'More by bob' })).toBeNull()
  })

  test('cannot be written to after they blocked the viewer', async () => {
    serve({ relation: { isBlocked: false, isMuted: false, canMessage: false } })
    openPost()
    const card = within(await findBesideText('Author'))
    await waitFor(() => expect(card.queryByRole('link', { name: 'Message' })).toBeNull())
    expect(card.getByRole('link', { name: 'View profile' })).toBeTruthy()
  })
})

test('a post of a muted author recommends no other posts of theirs', async () => {
  const requests = serve({ relation: { isBlocked: false, isMuted: true, canMessage: true } })
  openPost()
  const card = within(await findBesideText('Author'))
  await waitFor(() => expect(card.getByText('Message').className).not.toContain('invisible'))
  expect(requests).toEqual([])
})

test('authors have no card on their own posts', async () => {
  serve({ post: createPostFixture({ user: { ...BOB, _id: createViewerFixture()._id } }) })
  openPost()
  await screen.findByRole('heading', { name: /^Comments/ })
  expect(screen.queryByRole('region', { name: 'Author' })).toBeNull()
})

interface Replies {
  post?: Post
  posts?: Post[]
  relation?: MemberRelation
}

/** Returns the requests for the posts of the author. */
function serve({ post: shown = post, posts = [shown], relation }: Replies) {
  mockReply(readPost, { success: true, data: shown })
  if (relation) mockReply(readRelation, { success: true, data: relation })
  return mockReply(listMemberPosts, { success: true, message: '', data: posts, nextCursor: null })
}

function openPost() {
  const routes = [{ path: '/posts/:id', element: <PostPage /> }]
  return renderRoutes(routes, `/posts/${post._id}`, createViewerFixture())
}

/** On a phone, styles show the same below the text instead. */
async function findBesideText(name: string): Promise<HTMLElement> {
  const regions = await screen.findAllByRole('region', { name })
  expect(regions).toHaveLength(2)
  return within(screen.getByRole('complementary')).getByRole('region', { name })
}

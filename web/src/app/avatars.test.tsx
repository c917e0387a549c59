import { createComment } from '@dolph/contract/comments/comments'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { MEMBER_PARTS } from '../features/posts/post-page/member-parts.tsx'
import { PostArticle } from '../features/posts/post-page/post-article.tsx'
import { PostCard } from '../features/posts/feed/post-card.tsx'
import { PostRow } from '../features/posts/feed/post-row.tsx'
import { mockDelayedReply } from '../testing/fake-api.ts'
import { mockThreadPages, findComment, renderComments } from '../testing/render-comments.tsx'
import '../testing/preload-member-modules.ts'
import { renderPage } from '../testing/render-page.tsx'
import { createCommentFixture } from '../testing/fixtures/comment-fixtures.ts'
import { createPostFixture } from '../testing/fixtures/post-fixtures.ts'
import { createViewerFixture } from '../testing/fixtures/viewer-fixtures.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Header } from './header/header.tsx'

const LARGE = `/pictures/${'a'.repeat(43)}/512.webp`
const SMALL = `/pictures/${'a'.repeat(43)}/96.webp`
const BOB = { _id: '01932dad-55f0-7c01-9923-d974d6c5fc0b', userName: 'bob', profilePicture: LARGE }
const post = createPostFixture({ user: BOB })

test.each([
  ['sm', LARGE, SMALL],
  ['md', LARGE, SMALL],
  ['lg', LARGE, SMALL],
  ['xl', LARGE, LARGE],
  ['md', '/favicon.svg', '/favicon.svg'],
] as const)('at the size %s the picture %s is fetched as %s', (size, picture, fetched) => {
  render(<Avatar name="bob" picture={picture} size={size} />)
  expect(getPictureUrls()).toEqual([fetched])
})

test('initials are those of first and last name, or else of the username', () => {
  render(<Avatar name="bob-smith" fullName="Ada Lovelace" />)
  expect(screen.getByText('AL')).toBeTruthy()
  render(<Avatar name="bob-smith" fullName="" />)
  expect(screen.getByText('BS')).toBeTruthy()
})

test('initials are shown until the picture has loaded, and when it fails to load', () => {
  render(<Avatar name="bob-smith" picture={LARGE} />)
  expect(screen.getByText('BS')).toBeTruthy()

  fireEvent.load(getImage())
  expect(screen.queryByText('BS')).toBeNull()

  fireEvent.error(getImage())
  expect(screen.getByText('BS')).toBeTruthy()
})

test.each([
  [96, []],
  [0, ['BS']],
])(
  'a picture of the server that is %i pixels wide before hydration leaves the initials %j',
  async (width, shown) => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true)
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width)
    const avatar = <Avatar name="bob-smith" picture={LARGE} />
    const container = document.createElement('div')
    container.innerHTML = renderToString(avatar)
    expect(container.textContent).toBe('BS')
    const image = container.querySelector('img')

    render(avatar, { container: document.body.appendChild(container), hydrate: true })
    await waitFor(() =>
      expect(screen.queryAllByText('BS').map((each) => each.textContent)).toEqual(shown),
    )
    expect(container.querySelector('img')).toBe(image)
  },
)

test('a picture is fetched only when it is about to scroll into view', () => {
  render(<Avatar name="bob" picture={LARGE} />)
  expect(getImage().getAttribute('loading')).toBe('lazy')
})

test.each([
  ['card', PostCard],
  ['row', PostRow],
])('the %s of a post shows its author', (_, PostComponent) => {
  renderPage(
    <PostComponent post={post} likes={null}>
      <a href="/posts/1">View Details</a>
    </PostComponent>,
    '/',
    null,
  )
  expect(getPictureUrls()).toEqual([SMALL])
})

test('the page of a post shows its author', () => {
  mockThreadPages([])
  renderPage(<PostArticle post={post} parts={MEMBER_PARTS} />, '/', null)
  expect(getPictureUrls()).toEqual([SMALL])
})

test('a comment shows who wrote it', async () => {
  mockThreadPages([createCommentFixture(1, { user: BOB })])
  renderComments(1)
  const comment = await findComment('Comment 1')
  expect(getPictureUrls(comment)).toEqual([SMALL])
})

test('a member’s own comment shows their picture before the server has saved it', async () => {
  mockThreadPages([])
  mockDelayedReply(createComment, () => ({}), 201)
  renderComments(0, { viewer: createViewerFixture({ profilePicture: LARGE }) })

  const field = await screen.findByLabelText('Add a comment')
  expect(getPictureUrls()).toEqual([SMALL])
  await userEvent.type(field, 'Hello')
  await userEvent.click(screen.getByRole('button', { name: 'Post comment' }))

  expect(getPictureUrls(await findComment('Hello'))).toEqual([SMALL])
})

test('the header shows who is signed in', () => {
  renderPage(<Header viewer={createViewerFixture({ profilePicture: LARGE })} />)
  expect(getPictureUrls()).toEqual([SMALL])
})

function getImage(): HTMLImageElement {
  const image = document.querySelector('img')
  if (!image) throw new Error('The page has no picture')
  return image
}

function getPictureUrls(parent: ParentNode = document): (string | null)[] {
  return Array.from(parent.querySelectorAll('img'), (image) => image.getAttribute('src'))
}

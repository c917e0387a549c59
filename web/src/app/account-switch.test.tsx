import { getViewer, type Viewer } from '@dolph/contract/accounts/viewer'
import { createComment } from '@dolph/contract/comments/comments'
import { createPost } from '@dolph/contract/posts/posts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Layout } from './layout.tsx'
import { mockNetworkError, mockRefusal, mockReply } from '../testing/fake-api.ts'
import { fillField, getField, hidePage, pressButton } from '../testing/form-helpers.ts'
import { createPostFixture } from '../testing/fixtures/post-fixtures.ts'
import '../testing/preload-member-modules.ts'
import { mockThreadPages } from '../testing/render-comments.tsx'
import { renderRoutes } from '../testing/render-page.tsx'
import { createViewerFixture } from '../testing/fixtures/viewer-fixtures.ts'
import { Comments } from '../features/comments/comments.tsx'
import { CreatePostPage } from '../features/posts/writing/create-post-page.tsx'

const ada = createViewerFixture()
const bob = createViewerFixture({ _id: '0198c5a0-0000-7000-8000-00000000000b', userName: 'bob' })
const ADA_DRAFT_KEY = `draft:${ada._id}:post:new`
const POST_ID = createPostFixture()._id
const FIELDS = {
  title: 'Tide',
  type: 'showcase',
  body: 'A tide clock',
  github: 'https://github.com/ada/tide',
  demo: '',
  projectUrl: '',
} as const
const SIGNED_IN_AS_BOB = {
  code: 'conflict',
  message: 'You are now logged in as @bob. Nothing was sent.',
  signedInAs: 'bob',
} as const

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})

describe('a page whose account was switched in another tab', () => {
  test('says so, keeps its member and the typed text, and sends nothing', async () => {
    const posts = mockReply(createPost, createPostReply())
    openApp('/posts/create')
    await fillField('Title', 'Ada’s idea')
    signInElsewhere(bob)

    await findSwitchBar()
    expect(screen.getByRole('button', { name: 'Reload as @bob' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Account of ada' })).toBeTruthy()
    await fillField('Content', 'A tide clock')
    await fillField('GitHub URL', 'https://github.com/ada/tide')
    await pressButton('Create Project')

    expect(await screen.findByText(SIGNED_IN_AS_BOB.message)).toBeTruthy()
    expect(getField('Title').value).toBe('Ada’s idea')
    expect(posts).toEqual([])
    hidePage()
    expect(localStorage.getItem(ADA_DRAFT_KEY)).toContain('Ada’s idea')
    expect(localStorage.getItem(`draft:${bob._id}:post:new`)).toBeNull()
  })

  test('learns it from the refusal of what it sends', async () => {
    const posts = mockRefusal(createPost, 409, SIGNED_IN_AS_BOB)
    openApp('/posts/create')
    await fillForm()
    await pressButton('Create Project')

    await findSwitchBar()
    expect(posts.map(({ memberId }) => memberId)).toEqual([ada._id])
    expect(getField('Title').value).toBe('Tide')
  })

  test('goes on when its member has signed in again', async () => {
    openApp('/posts/create')
    await fillForm()
    signInElsewhere(bob)
    await findSwitchBar()

    signInElsewhere(ada)
    await waitFor(() => expect(screen.queryByText(/You are now logged in/)).toBeNull())
    const posts = mockReply(createPost, createPostReply())
    await pressButton('Create Project')
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(posts.map(({ memberId }) => memberId)).toEqual([ada._id])
  })

  test('keeps the drafts of its member when the other one logs out', async () => {
    openApp('/posts/create')
    await fillForm()
    signInElsewhere(bob)
    await findSwitchBar()
    mockRefusal(getViewer, 401, { code: 'not-signed-in', message: 'Please log in' })
    broadcastFromOtherTab('signed-out')
    await screen.findByRole('link', { name: 'Log in' })
    hidePage()
    expect(localStorage.getItem(ADA_DRAFT_KEY)).toContain('Tide')
  })
})

test('unsent comments are shown to their author only, on the same page too', async () => {
  mockThreadPages([])
  mockNetworkError(createComment)
  openApp('/posts/1')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Add a comment' }), 'Ada’s words')
  await pressButton('Post comment')
  await screen.findByText('Waiting to send')

  await signOutElsewhere()
  signInElsewhere(bob)
  await screen.findByRole('button', { name: 'Account of bob' })
  expect(screen.queryByText('Ada’s words')).toBeNull()
  hidePage()
  expect(Object.keys(localStorage).toSorted()).toEqual([
    `draft:${ada._id}:comment:${POST_ID}:unsent`,
    'last-member',
  ])
  expect(JSON.parse(localStorage.getItem('last-member') ?? '')).toMatchObject({ userName: 'bob' })

  await signOutElsewhere()
  signInElsewhere(ada)
  expect(await screen.findByText('Ada’s words')).toBeTruthy()
})

function openApp(path: string) {
  return renderRoutes(
    [
      {
        Component: Layout,
        children: [
          { path: '/posts', element: <h1>Dashboard</h1> },
          { path: '/posts/create', Component: CreatePostPage },
          {
            path: '/posts/1',
            element: <Comments postId={POST_ID} postAuthorId={undefined} count={0} />,
          },
        ],
      },
    ],
    path,
    ada,
  )
}

function findSwitchBar() {
  return screen.findByText('You are now logged in as @bob.')
}

function signInElsewhere(viewer: Viewer) {
  document.cookie = 'signed-in=1; Path=/'
  mockReply(getViewer, { success: true, _id: viewer._id, data: viewer })
  broadcastFromOtherTab('changed')
}

/** The session ends, as another tab has noticed; drafts stay. */
async function signOutElsewhere() {
  mockRefusal(getViewer, 401, { code: 'not-signed-in', message: 'Please log in' })
  broadcastFromOtherTab('changed')
  await screen.findByRole('link', { name: 'Log in' })
}

function broadcastFromOtherTab(event: string) {
  const otherTab = new BroadcastChannel('session')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel never leaves its origin
  otherTab.postMessage(event)
  otherTab.close()
}

async function fillForm() {
  await fillField('Title', FIELDS.title)
  await fillField('Content', FIELDS.body)
  await fillField('GitHub URL', FIELDS.github)
}

function createPostReply() {
  return { success: true as const, message: 'ok', data: createPostFixture(FIELDS) }
}

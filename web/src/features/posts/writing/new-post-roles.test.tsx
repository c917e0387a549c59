import { createPost } from '@dolph/contract/posts/posts'
import { createRole } from '@dolph/contract/roles/roles'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockDelayedReply, mockNetworkError, mockReply } from '../../../testing/fake-api.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createRoleFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { DRAFT_KEY_PREFIX } from '../../accounts/session/session-hints.ts'
import { RolesSection } from '../../roles/roles-section.tsx'
import { EMPTY_ROLE_FIELDS } from '../../roles/writing/role-fields.ts'
import { UnsentRoles } from '../../roles/writing/unsent-roles.tsx'
import { CreatePostPage } from './create-post-page.tsx'
import { toPostFields } from './post-fields.ts'

const ada = createViewerFixture()
const post = createPostFixture()
const role = {
  tempId: 'temp-01932dad-55f0-4c01-9923-d974d6c5fc01',
  fields: { ...EMPTY_ROLE_FIELDS, title: 'Tester', skills: ['Rust'] },
}

test('a role of a new post is sent after it; one that fails is offered on the page of the post', async () => {
  storeDraft('post:new', { fields: toPostFields(post) })
  storeDraft('roles:new', [role])
  mockReply(createPost, { success: true, message: 'Post created', data: post })
  mockNetworkError(createRole)
  renderPage(<CreatePostPage />, '/posts/create', ada)
  expect(screen.getByText('Tester')).toBeTruthy()
  await pressButton('Create Project')
  expect(await screen.findByText(/^1 role could not be added/)).toBeTruthy()

  const requests = mockReply(createRole, { success: true, data: createRoleFixture() })
  renderPage(<UnsentRoles postId={post._id} onAdded={() => undefined} />, '/posts/one', ada)
  await pressButton('Add')
  await waitFor(() =>
    expect(requests[0]?.body).toMatchObject({ title: 'Tester', tempId: role.tempId }),
  )
  await waitFor(() => expect(screen.queryByText(/Not added yet/)).toBeNull())
})

test('a new post is being created until its roles are sent', async () => {
  storeDraft('post:new', { fields: toPostFields(post) })
  storeDraft('roles:new', [role])
  mockReply(createPost, { success: true, message: 'Post created', data: post })
  const release = mockDelayedReply(
    createRole,
    () => ({ success: true, data: createRoleFixture() }),
    201,
  )
  renderPage(<CreatePostPage />, '/posts/create', ada)
  await pressButton('Create Project')
  // The roles are stored for the post before the first is sent.
  await waitFor(() => expect(readDraft(`roles:${post._id}`)).not.toBeNull())
  expect(screen.getByRole('button', { name: 'Creating...' })).toBeTruthy()
  release()
  expect(await screen.findByText('Other page')).toBeTruthy()
  expect(readDraft(`roles:${post._id}`)).toBeNull()
})

test('the post is counted again when a role is added later', async () => {
  storeDraft(`roles:${post._id}`, [role])
  mockReply(createRole, { success: true, data: createRoleFixture() })
  const onChanged = vi.fn<() => void>()
  const section = <RolesSection postId={post._id} isAuthor openRoles={0} onChanged={onChanged} />
  renderPage(section, '/posts/one', ada)
  await pressButton('Add')
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce())
})

function readDraft(key: string) {
  return localStorage.getItem(`${DRAFT_KEY_PREFIX}${ada._id}:${key}`)
}

function storeDraft(key: string, value: unknown) {
  const record = { savedAt: new Date().toISOString(), value }
  localStorage.setItem(`${DRAFT_KEY_PREFIX}${ada._id}:${key}`, JSON.stringify(record))
}

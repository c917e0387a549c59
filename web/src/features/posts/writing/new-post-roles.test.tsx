import { createPost } from '@dolph/contract/posts'
import { createRole } from '@dolph/contract/roles'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockNetworkError, mockReply } from '../../../testing/fake-api.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { createPostFixture } from '../../../testing/fixtures/post-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { createRoleFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { DRAFT_KEY_PREFIX } from '../../accounts/session/session-hints.ts'
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

function storeDraft(key: string, value: unknown) {
  const record = { keptAt: new Date().toISOString(), value }
  localStorage.setItem(`${DRAFT_KEY_PREFIX}${ada._id}:${key}`, JSON.stringify(record))
}

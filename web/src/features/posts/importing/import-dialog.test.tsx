import { importProject, EMPTY_IMPORT } from '@dolph/contract/imports/imports'
import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, test, vi } from 'vitest'
import { createTempId } from '../../../lib/temp-id.ts'
import { mockDelayedReply } from '../../../testing/fake-api.ts'
import { createRoleFixture } from '../../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { fillField, getField, pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { useNewPostProject } from '../../projects/writing/use-new-post-project.ts'
import { EMPTY_ROLE_FIELDS } from '../../roles/writing/role-fields.ts'
import { useNewPostRoles } from '../../roles/writing/use-new-post-roles.ts'
import { CreatePostPage } from '../writing/create-post-page.tsx'
import { EMPTY_POST_FIELDS } from '../writing/post-fields.ts'
import { useFillForm } from './use-fill-form.ts'

const DIALOG = { name: 'Start from GitHub or a README' }
const LINK = 'https://github.com/ada/tide'
const README = '# Tide clock\n\nShows the tide.'

describe('an import that is given up', () => {
  test.each([
    ['closing the dialog', () => userEvent.keyboard('{Escape}')],
    ['leaving the page', leavePage],
  ])('by %s is no longer asked for', async (_, giveUp) => {
    mockDelayedReply(importProject, () => ({ success: true, data: EMPTY_IMPORT }))
    const sent = vi.spyOn(globalThis, 'fetch')
    const router = await openDialog()
    await userEvent.type(getInDialog('GitHub repository'), `${LINK}{Enter}`)
    const findSignal = () =>
      sent.mock.calls.find(([url]) => url === importProject.url)?.[1]?.signal ?? undefined
    await waitFor(() => expect(findSignal()?.aborted).toBe(false))
    await giveUp(router)
    await waitFor(() => expect(findSignal()?.aborted).toBe(true))
  })

  test('changes nothing when it ends later, and the next one can begin', async () => {
    await openDialog()
    const text = Promise.withResolvers<string>()
    const file = new File(['x'], 'README.md')
    file.text = () => text.promise
    drop([file])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', DIALOG)).toBeNull())
    await act(async () => text.resolve(README))
    expect(getField('Title').value).toBe('')

    await pressButton(DIALOG.name)
    await userEvent.click(getInDialog('README or .dolph.yml'))
    await userEvent.paste('# Another')
    await pressButton('Use this text')
    await waitFor(() => expect(getField('Title').value).toBe('Another'))
  })

  test('leaves no draft behind when the page was left', async () => {
    const router = await openDialog()
    const text = Promise.withResolvers<string>()
    const file = new File(['x'], '.dolph.yml')
    file.text = () => text.promise
    drop([file])
    await leavePage(router)
    await act(async () => text.resolve('dolph: 1\nstate: idea'))
    await router.navigate('/posts/create')
    await screen.findByRole('button', DIALOG)
    expect(screen.queryByText('Idea')).toBeNull()
    expect(screen.queryByText(/The form is filled/)).toBeNull()
  })
})

test('Back from the review leads to the link and the text that were typed', async () => {
  await openDialog(async () => fillField('Title', 'My title'))
  await userEvent.type(getInDialog('GitHub repository'), LINK)
  await userEvent.click(getInDialog('README or .dolph.yml'))
  await userEvent.paste(README)
  await pressButton('Use this text')
  await pressButton('Back')
  expect(getInDialog('GitHub repository').value).toBe(LINK)
  expect(getInDialog('README or .dolph.yml').value).toBe(README)
})

test('a text that is dragged into the dialog is left to the browser', async () => {
  await openDialog()
  const event = createEvent.drop(getInDialog('README or .dolph.yml'), {
    dataTransfer: { files: [], types: ['text/plain'] },
  })
  fireEvent(getInDialog('README or .dolph.yml'), event)
  expect(event.defaultPrevented).toBe(false)
})

test('a role that was added while the import was running stays', async () => {
  renderPage(<EarlierFill />, '/posts/create', createViewerFixture())
  await pressButton('Add')
  await pressButton('Fill')
  expect(screen.getByText('Writer, Designer')).toBeTruthy()
})

/** Fills with what it had at its first rendering, as an import does that began then. */
function EarlierFill() {
  const newRoles = useNewPostRoles()
  const newProject = useNewPostProject()
  const form = useForm({ defaultValues: EMPTY_POST_FIELDS })
  const { onFill } = useFillForm({ form, newRoles, newProject })
  const [fill] = useState(() => onFill)
  const writer = { tempId: createTempId(), fields: { ...EMPTY_ROLE_FIELDS, title: 'Writer' } }
  return (
    <>
      <button onClick={() => newRoles.change([writer])}>Add</button>
      <button
        onClick={() => fill({ ...EMPTY_IMPORT, roles: [createRoleFixture({ title: 'Designer' })] })}
      >
        Fill
      </button>
      <p>{newRoles.roles.map(({ fields }) => fields.title).join(', ')}</p>
    </>
  )
}

type Router = ReturnType<typeof renderPage>

async function openDialog(type?: () => Promise<void>): Promise<Router> {
  const router = renderPage(<CreatePostPage />, '/posts/create', createViewerFixture())
  await type?.()
  await pressButton(DIALOG.name)
  await screen.findByRole('dialog', DIALOG)
  return router
}

async function leavePage(router: Router) {
  await act(() => router.navigate('/about'))
  await screen.findByText('Other page')
}

function getInDialog(name: string) {
  return screen.getByRole<HTMLInputElement>('textbox', { name })
}

function drop(files: File[]) {
  const group = screen.getByRole('group', { name: 'README or .dolph.yml' })
  fireEvent.drop(group, { dataTransfer: { files, types: ['Files'] } })
}

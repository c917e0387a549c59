import { changeProject, readProject, type Project } from '@dolph/contract/projects/projects'
import {
  confirmRoles,
  createRole,
  deleteRole,
  editRole,
  listRoles,
  setRoleState,
  type Role,
} from '@dolph/contract/roles/roles'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { pressButton } from '../../testing/form-helpers.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createFitFixture, createRoleFixture } from '../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { RolesSection } from './roles-section.tsx'

const POST_ID = '01932dad-55f0-7c01-9923-d974d6c5fc01'
const project: Project = {
  state: null,
  topics: [],
  replyDays: 7,
  isListed: true,
  isOwner: false,
}

test('asks an owner whether roles without a sign of life are still open, and confirms them', async () => {
  mockReply(readProject, { success: true, data: { ...project, isOwner: true } })
  const old = createRoleFixture({ confirmedOn: '2026-01-02' })
  const fresh = createRoleFixture({
    _id: '01932dad-55f0-7c01-9923-d974d6c5fd02',
    title: 'Painter',
    confirmedOn: new Date().toISOString().slice(0, 10),
  })
  serveRoles([old, fresh])
  const calls = mockReply(confirmRoles, { success: true, confirmed: 1 })
  openSection({ isAuthor: true })
  const button = await screen.findByRole('button', { name: 'Still open' })
  serveRoles([{ ...old, confirmedOn: fresh.confirmedOn }, fresh])
  await userEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Still open' })).toBeNull())
  expect(calls.map(({ body }) => body)).toEqual([{ ids: [old._id] }])
})

describe('the roles of a post', () => {
  test('show skills, terms, the fit with its number in the details, and the action', async () => {
    serveRoles([createRoleFixture({ fit: createFitFixture() })])
    openSection()
    const row = within(await screen.findByRole('listitem', { name: 'Frontend developer' }))
    expect(row.getByRole('link', { name: /React/ }).textContent).toContain('you have it')
    const docker = row.getByRole('link', { name: 'Docker skill' })
    expect(docker.getAttribute('href')).toBe('/skills/docker')
    expect(row.getByText(/within 3 h of UTC\+1/)).toBeTruthy()
    expect(row.getByText(/hours fit/)).toBeTruthy()
    expect(row.getByText('Good fit')).toBeTruthy()
    expect(row.getByRole('button', { name: 'Ask for Frontend developer' })).toBeTruthy()
    expect(screen.getByText('No answer history yet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add a role' })).toBeNull()
  })

  test('are scrolled to from a link that names one, once they are loaded', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    const role = createRoleFixture()
    serveRoles([role])
    openSection({ path: `/posts/one#role-${role._id}` })
    const row = await screen.findByRole('listitem', { name: 'Frontend developer' })
    expect(scroll).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(row)
  })

  test('say how long nobody was seen', async () => {
    serveRoles([createRoleFixture({ isQuiet: true, confirmedOn: '2026-01-02' })])
    openSection()
    expect(await screen.findByText(/^May be inactive: no activity for \d+ days$/)).toBeTruthy()
  })

  test('are not shown where there are none', async () => {
    const requests = serveRoles([])
    openSection({ openRoles: 0 })
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(screen.queryByRole('heading', { name: 'Roles' })).toBeNull()
  })

  test('that fail to load can be retried', async () => {
    mockNetworkError(listRoles)
    openSection()
    expect(await screen.findByText(/^Failed to load roles/)).toBeTruthy()
    serveRoles([createRoleFixture()])
    await pressButton('Try Again')
    expect(await screen.findByRole('heading', { name: 'Frontend developer' })).toBeTruthy()
  })
})

describe('an owner', () => {
  test('adds a role; the first invalid field gets the focus', async () => {
    serveRoles([])
    const requests = mockReply(createRole, { success: true, data: createRoleFixture() })
    const { onChanged } = openSection({ isAuthor: true })
    await pressButton('Add a role')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a role' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add role' }))
    expect(dialog.getByText('Title is required')).toBeTruthy()
    expect(document.activeElement).toBe(dialog.getByLabelText('Title'))

    await userEvent.type(dialog.getByLabelText('Title'), 'Tester')
    // A typed skill counts without Enter.
    await userEvent.type(dialog.getByLabelText('Skills'), 'Rust')
    serveRoles([createRoleFixture({ title: 'Tester' })])
    await userEvent.click(dialog.getByRole('button', { name: 'Add role' }))

    expect(await screen.findByRole('heading', { name: 'Tester' })).toBeTruthy()
    expect(requests[0]?.body).toMatchObject({
      title: 'Tester',
      skills: ['Rust'],
      hours: { from: 4, to: 8 },
      zone: null,
      reward: 'unpaid',
    })
    expect(onChanged).toHaveBeenCalled()
  })

  test('keeps what was typed when the role is refused, and repeats it under the same key after a reload', async () => {
    serveRoles([])
    openSection({ isAuthor: true })
    await pressButton('Add a role')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a role' }))
    await userEvent.type(dialog.getByLabelText('Title'), 'Tester')
    await userEvent.type(dialog.getByLabelText('Skills'), 'Rust{Enter}')
    const refused = mockRefusal(createRole, 409, {
      code: 'conflict',
      message: 'You can have up to 5 open roles on a project',
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Add role' }))
    expect(await dialog.findByText('You can have up to 5 open roles on a project')).toBeTruthy()

    cleanup()
    openSection({ isAuthor: true })
    await pressButton('Add a role')
    const requests = mockReply(createRole, { success: true, data: createRoleFixture() })
    await userEvent.click(await screen.findByRole('button', { name: 'Add role' }))
    await waitFor(() => expect(requests).toHaveLength(1))
    expect(requests[0]?.body).toEqual(refused[0]?.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await pressButton('Add a role')
    expect(await screen.findByLabelText('Title')).toHaveProperty('value', '')
    await userEvent.type(screen.getByLabelText('Title'), 'Tester')
    await userEvent.type(screen.getByLabelText('Skills'), 'Rust{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Add role' }))
    await waitFor(() => expect(requests).toHaveLength(2))
    expect(requests[1]?.body).not.toEqual(requests[0]?.body)
  })

  test('is asked what is paid, and informed that Dolph handles no money', async () => {
    const role = createRoleFixture({ reward: 'paid', rewardNote: '40 € an hour' })
    serveRoles([role])
    const requests = mockReply(editRole, { success: true, data: role })
    openSection({ isAuthor: true })
    await chooseOption('Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit role' }))
    expect(dialog.getByText('Dolph doesn’t handle payments. Agree in writing.')).toBeTruthy()
    await userEvent.clear(dialog.getByLabelText('What is paid'))
    await userEvent.click(dialog.getByRole('button', { name: 'Save role' }))
    expect(dialog.getByText('Say what is paid')).toBeTruthy()

    await userEvent.type(dialog.getByLabelText('What is paid'), '50 €')
    await userEvent.click(dialog.getByRole('button', { name: 'Save role' }))
    await waitFor(() => expect(requests[0]?.body).toMatchObject({ rewardNote: '50 €' }))
  })

  test('pauses and deletes a role, the latter after a question', async () => {
    const role = createRoleFixture()
    serveRoles([role])
    const states = mockReply(setRoleState, { success: true, data: { ...role, state: 'paused' } })
    openSection({ isAuthor: true })
    await chooseOption('Pause')
    await waitFor(() => expect(states[0]?.body).toEqual({ state: 'paused' }))

    const deletions = mockReply(deleteRole, { success: true, isDeleted: true })
    await chooseOption('Delete')
    serveRoles([])
    await pressButton('Delete role')
    await waitFor(() => expect(deletions).toHaveLength(1))
    expect(await screen.findByText(/^Looking for people\?/)).toBeTruthy()
  })

  test('can retry when the project fails to load', async () => {
    serveRoles([])
    mockNetworkError(readProject)
    openSection({ isAuthor: true })
    await pressButton('Project')
    const dialog = within(await screen.findByRole('dialog', { name: 'Project' }))
    expect(await dialog.findByText(/^Failed to load the project/)).toBeTruthy()
    mockReply(readProject, { success: true, data: { ...project, isOwner: true } })
    await userEvent.click(dialog.getByRole('button', { name: 'Try Again' }))
    expect(await dialog.findByRole('button', { name: 'Save' })).toBeTruthy()
  })

  test('says what state the project is in', async () => {
    serveRoles([])
    mockReply(readProject, { success: true, data: { ...project, isOwner: true } })
    const requests = mockReply(changeProject, {
      success: true,
      data: { ...project, isOwner: true, topics: ['games'] },
    })
    openSection({ isAuthor: true })
    await pressButton('Project')
    const dialog = within(await screen.findByRole('dialog', { name: 'Project' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Games' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(requests[0]?.body).toEqual({ topics: ['games'], replyDays: 7, isListed: true }),
    )
  })
})

function serveRoles(data: Role[]) {
  return mockReply(listRoles, { success: true, data, answers: null })
}

function openSection({ isAuthor = false, openRoles = 1, path = '/posts/one' } = {}) {
  const onChanged = vi.fn<() => void>()
  renderPage(
    <RolesSection
      postId={POST_ID}
      isAuthor={isAuthor}
      openRoles={openRoles}
      renderAction={({ title }) => <button type="button">{`Ask for ${title}`}</button>}
      onChanged={onChanged}
    />,
    path,
    createViewerFixture(),
  )
  return { onChanged }
}

async function chooseOption(name: string) {
  await userEvent.click(
    await screen.findByRole('button', { name: 'Options of Frontend developer' }),
  )
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

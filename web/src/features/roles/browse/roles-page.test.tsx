import { browseRoles, type Role } from '@dolph/contract/roles/roles'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { fakeApi, mockNetworkError, mockReply } from '../../../testing/fake-api.ts'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { pressButton } from '../../../testing/form-helpers.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import {
  createFitFixture,
  createRoleFixture,
  createRolePostFixture,
} from '../../../testing/fixtures/role-fixtures.ts'
import { stubIntersectionObserver } from '../../../testing/stub-intersection-observer.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { RolesPage } from './roles-page.tsx'

const OPENED_ID = '0198c5a0-0000-7000-8000-0000000000bb'
const RoleAction = ({ role }: { role: Role }) => <button type="button">Ask: {role.title}</button>
const tide = { role: createRoleFixture(), post: createRolePostFixture() }

describe('the list of roles', () => {
  test('shows a visitor each role with its project, and leads to it on the public page', async () => {
    mockReply(browseRoles, { success: true, data: [tide], nextCursor: null })
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', null)
    const row = within(await screen.findByRole('article', { name: 'Frontend developer' }))
    expect(row.getByText('Tide')).toBeTruthy()
    const title = row.getByRole('link', { name: 'Frontend developer' })
    expect(title.getAttribute('href')).toBe(`/p/${tide.post._id}/tide?role=${tide.role._id}`)
    const signIn = row.getByRole('link', { name: 'Ask to join: Frontend developer' })
    const next = new URLSearchParams(signIn.getAttribute('href')?.split('?')[1]).get('next')
    expect(next).toBe(`/posts/${tide.post._id}?ask=${tide.role._id}`)
    expect(screen.getByRole('status').textContent).toBe('1 role shown')
  })

  test('leads a member to the role on the page of its post', async () => {
    mockReply(browseRoles, { success: true, data: [tide], nextCursor: null })
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', createViewerFixture())
    const link = await screen.findByRole('link', { name: 'Frontend developer' })
    expect(link.getAttribute('href')).toBe(`/posts/${tide.post._id}?role=${tide.role._id}`)
  })

  test('shows a member what they can do, how well they fit, and what matches before what is missing', async () => {
    const fitting = createRoleFixture({ skills: ['Docker', 'React'], fit: createFitFixture() })
    const own = { role: createRoleFixture({ _id: OPENED_ID, title: 'Own' }), post: tide.post }
    const data = [{ role: fitting, post: tide.post }, own]
    mockReply(browseRoles, { success: true, data, nextCursor: null })
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', createViewerFixture())
    const row = await screen.findByRole('article', { name: 'Frontend developer' })
    expect(row.textContent).toMatch(/Good fit.*1 of 2 skills.*missing Docker/)
    const skills = within(row).getByRole('list', { name: 'Skills' })
    expect(skills.textContent).toMatch(/React.*Docker/)
    expect(screen.getAllByRole('button', { name: /^Ask: / })).toHaveLength(1)
  })

  test('is ordered by fit for a member, who can have the newest first', async () => {
    const queries: string[] = []
    fakeApi.use(
      http.get(`*${browseRoles.url}`, ({ request }) => {
        const { searchParams } = new URL(request.url)
        queries.push(searchParams.toString())
        const order = searchParams.get('order') ?? 'fit'
        return HttpResponse.json({ success: true, data: [tide], nextCursor: null, order })
      }),
    )
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', createViewerFixture())
    await screen.findByRole('article')
    const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' })
    expect(
      within(order).getByRole('option', { name: 'Best fit first', selected: true }),
    ).toBeTruthy()
    await userEvent.selectOptions(order, 'Newest first')
    await waitFor(() => expect(queries).toEqual(['', 'order=newest']))
  })

  test('offers a member without skills to add some, and visitors no order', async () => {
    const reply = { success: true as const, data: [tide], nextCursor: null }
    mockReply(browseRoles, { ...reply, order: 'newest' })
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', createViewerFixture())
    const link = await screen.findByRole('link', { name: 'Add your skills' })
    expect(link.getAttribute('href')).toBe('/profile')
    expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull()
    cleanup()
    mockReply(browseRoles, reply)
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', null)
    await screen.findByRole('article')
    expect(screen.queryByRole('combobox', { name: 'Order' })).toBeNull()
  })

  test('says the state of the projects only where they differ', async () => {
    const idea = createRolePostFixture({ state: 'idea' })
    let data = [tide]
    serveByQuery(() => data)
    const router = renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', null)
    const row = await screen.findByRole('article')
    expect(row.textContent).not.toContain('Building')
    data = [tide, { role: createRoleFixture({ _id: OPENED_ID, title: 'Painter' }), post: idea }]
    await router.navigate('/roles?hours=6')
    const other = await screen.findByRole('article', { name: 'Painter' })
    expect(other.textContent).toContain('Tide · ada · Idea')
    expect(screen.getAllByRole('article')[0]?.textContent).toContain('Tide · ada · Building')
  })

  test('is filtered by the URL, which follows the choices', async () => {
    const queries = serveByQuery(() => [tide])
    const router = renderPage(
      <RolesPage RoleAction={RoleAction} />,
      '/roles?skill=React&hours=6&topic=nonsense',
      null,
    )
    await screen.findByRole('article')
    expect(queries[0]).toBe('skill=React&hours=6')
    expect(screen.getByRole('combobox', { name: 'Hours a week' })).toHaveProperty('value', '6')

    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Topic' }), 'Games')
    await waitFor(() => expect(router.state.location.search).toContain('topic=games'))
    const skill = screen.getByDisplayValue('React')
    await userEvent.clear(skill)
    await userEvent.type(skill, 'rus')
    // Without Enter.
    await waitFor(() => expect(queries.at(-1)).toBe('skillStart=rus&topic=games&hours=6'))
    expect(router.state.historyAction).toBe('REPLACE')
    expect(skill.getAttribute('list')).toBeNull()
  })

  test('reads on from an empty page', async () => {
    stubIntersectionObserver()
    const queries = serveByQuery((query) => (query.includes('cursor') ? [tide] : []), 'next')
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', null)
    expect(await screen.findByRole('article')).toBeTruthy()
    expect(queries).toEqual(['', 'cursor=next'])
  })

  test('without a match offers all roles, and a member to be open to join', async () => {
    serveByQuery((query) => (query === '' ? [tide] : []))
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles?skill=Cobol', createViewerFixture())
    expect(await screen.findByText('No open roles match.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open to join' }).getAttribute('href')).toBe('/profile')
    await pressButton('Show all roles')
    expect(await screen.findByRole('article')).toBeTruthy()
  })

  test('that is empty says so, without a filter to clear', async () => {
    serveByQuery(() => [])
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles?from=mail', null)
    expect(await screen.findByText('No roles are open right now.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show all roles' })).toBeNull()
  })

  test('is filtered by duration and time zone, and leads to people', async () => {
    const queries = serveByQuery(() => [tide])
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles?near=Asia/Tokyo', null)
    await screen.findByRole('article')
    const zone = screen.getByRole('combobox', { name: 'Time zone' })
    expect(within(zone).getByRole('option', { name: 'From UTC+9', selected: true })).toBeTruthy()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Duration' }), 'weeks')
    await waitFor(() => expect(queries.at(-1)).toBe('near=Asia%2FTokyo&term=weeks'))
    const people = screen.getByRole('link', { name: 'People' })
    expect(people.getAttribute('href')).toBe('/people')
  })

  test('shows how many roles are new since it was loaded, and adds them on request', async () => {
    const { advanceTime } = installFakeClock()
    vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
    const opened = { ...tide, role: createRoleFixture({ _id: OPENED_ID, title: 'Painter' }) }
    let items = [tide]
    serveByQuery(() => items)
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', null)
    await screen.findByRole('article')
    items = [opened, tide]
    await advanceTime(61_000)
    const button = await screen.findByRole('button', { name: '1 new' })
    expect(screen.getAllByRole('article')).toHaveLength(1)
    fireEvent.click(button)
    expect(await screen.findByRole('article', { name: 'Painter' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
  })

  test('that fails to load can be retried', async () => {
    mockNetworkError(browseRoles)
    renderPage(<RolesPage RoleAction={RoleAction} />, '/roles', null)
    expect(await screen.findByText('Failed to load roles')).toBeTruthy()
    mockReply(browseRoles, { success: true, data: [tide], nextCursor: null })
    await pressButton('Try Again')
    expect(await screen.findByRole('article')).toBeTruthy()
  })
})

/** Answers by the query string, and records each; the first page has a next one under `nextCursor`. */
function serveByQuery(
  answer: (query: string) => (typeof tide)[],
  nextCursor: string | null = null,
) {
  const queries: string[] = []
  fakeApi.use(
    http.get(`*${browseRoles.url}`, ({ request }) => {
      const { searchParams } = new URL(request.url)
      const query = searchParams.toString()
      queries.push(query)
      const next = searchParams.has('cursor') ? null : nextCursor
      return HttpResponse.json({ success: true, data: answer(query), nextCursor: next })
    }),
  )
  return queries
}

import { readSkill, readTopic, type SkillSummary } from '@dolph/contract/skills/skill-pages'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockNetworkError, mockRefusal, mockReply } from '../../testing/fake-api.ts'
import { createPostFixture } from '../../testing/fixtures/post-fixtures.ts'
import { createRoleFixture, createRolePostFixture } from '../../testing/fixtures/role-fixtures.ts'
import { createViewerFixture } from '../../testing/fixtures/viewer-fixtures.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { SkillPage } from './skill-page.tsx'
import { TopicPage } from './topic-page.tsx'

const tide = { role: createRoleFixture(), post: createRolePostFixture() }
const post = createPostFixture({ title: 'Tide' })
const summary: SkillSummary = { key: 'c++', name: 'C++', openRoles: 1, isIndexed: false }
const page = { success: true as const, summary, roles: [tide], data: [post] }
const routes = [
  { path: '/skills/:key', Component: SkillPage },
  { path: '/topics/:key', Component: TopicPage },
  { path: '*', element: <p>Other page</p> },
]

describe('the page of a skill', () => {
  test('shows a visitor the open roles and the newest projects with their public pages', async () => {
    mockReply(readSkill, page)
    renderRoutes(routes, '/skills/c%2B%2B', null)
    expect(await screen.findByRole('heading', { level: 1, name: 'C++' })).toBeTruthy()
    expect(screen.getByText('1 open role.')).toBeTruthy()
    const roles = within(screen.getByRole('region', { name: 'Open roles' }))
    expect(roles.getByRole('article', { name: 'Frontend developer' })).toBeTruthy()
    const projects = within(screen.getByRole('region', { name: 'Newest projects' }))
    const link = projects.getByRole('link', { name: 'View project: Tide' })
    expect(link.getAttribute('href')).toBe(`/p/${post._id}/tide`)
    expect(screen.getByRole('link', { name: 'Atom feed' }).getAttribute('href')).toBe(
      '/skills/c%2B%2B/feed.xml',
    )
    expect(document.title).toBe('C++: open roles and projects · Dolph')
  })

  test('has links whose text says that they are about a skill', async () => {
    const role = createRoleFixture({ skills: ['Go'], mustSkills: [] })
    mockReply(readSkill, { ...page, roles: [{ ...tide, role }] })
    renderRoutes(routes, '/skills/c%2B%2B', null)
    const skills = within(await screen.findByRole('list', { name: 'Skills' }))
    const link = skills.getByRole('link', { name: 'Go skill' })
    expect(link.getAttribute('href')).toBe('/skills/go')
    expect(link.textContent).toBe('Go skill')
  })

  test('leads a member to the page with the comments, and has a like button', async () => {
    mockReply(readSkill, page)
    renderRoutes(routes, '/skills/c%2B%2B', createViewerFixture())
    const projects = within(await screen.findByRole('region', { name: 'Newest projects' }))
    const link = projects.getByRole('link', { name: 'View project: Tide' })
    expect(link.getAttribute('href')).toBe(`/posts/${post._id}`)
    expect(projects.getByRole('button', { name: /like/i })).toBeTruthy()
  })

  test('with more roles than it shows leads to all of them', async () => {
    mockReply(readSkill, { ...page, summary: { ...summary, openRoles: 100, isIndexed: true } })
    renderRoutes(routes, '/skills/c%2B%2B', null)
    const all = await screen.findByRole('link', { name: 'All open roles for C++' })
    expect(all.getAttribute('href')).toBe('/roles?skill=c%2B%2B')
    expect(screen.getByText('More than 99 open roles.')).toBeTruthy()
  })

  test('without a role says so, and offers to be open to join', async () => {
    mockReply(readSkill, { ...page, summary: { ...summary, openRoles: 0 }, roles: [], data: [] })
    renderRoutes(routes, '/skills/c%2B%2B', null)
    expect(await screen.findByText('Nobody looks for C++ right now.')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Open to join' })
    expect(link.getAttribute('href')).toContain('/login?next=')
  })

  test('that is unknown says so', async () => {
    mockRefusal(readSkill, 404, { code: 'not-found', message: 'Skill not found' })
    renderRoutes(routes, '/skills/cobol', null)
    expect(await screen.findByRole('heading', { name: 'Skill not found' })).toBeTruthy()
    expect(document.title).toBe('Skill not found · Dolph')
  })

  test('can be loaded again after an error', async () => {
    mockNetworkError(readSkill)
    renderRoutes(routes, '/skills/c%2B%2B', null)
    const retry = await screen.findByRole('button', { name: 'Try Again' })
    mockReply(readSkill, page)
    retry.click()
    expect(await screen.findByRole('heading', { level: 1, name: 'C++' })).toBeTruthy()
  })
})

test('the page of a topic shows its roles', async () => {
  mockReply(readTopic, { ...page, summary: { ...summary, key: 'games', name: 'Games' } })
  renderRoutes(routes, '/topics/games', null)
  expect(await screen.findByRole('heading', { level: 1, name: 'Games' })).toBeTruthy()
})

import { searchPeople } from '@dolph/contract/people'
import { browsePosts } from '@dolph/contract/posts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answer, cutOff } from '../../testing/fake-api.ts'
import { postOfAge, serveFeed } from '../../testing/fake-feed.ts'
import { renderRoutes } from '../../testing/render-page.tsx'
import { someViewer } from '../../testing/some-viewer.ts'
import { holdTime } from '../../testing/time.ts'
import { closeOverlay, showOverlay } from './overlay.ts'
import { Overlays } from './overlays.tsx'
// Here already, so that no test waits for it.
import './palette.tsx'

const BOB = {
  _id: '0198c5a0-0000-7000-8000-000000000002',
  userName: 'moonbob',
  profilePicture: '',
}

afterEach(closeOverlay)

test('a page is gone to by keys alone, by another name for it', async () => {
  const { user, router } = await open()
  serveFeed(() => ({ data: [] }))
  answer(searchPeople, [])
  await user.paste('new')
  expect(lines()[0]?.textContent).toContain('Create Post')
  await user.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/posts/create')
  await waitFor(() => expect(document.activeElement?.id).toBe('main'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('projects are found, titles first, with what was typed marked, and people below them', async () => {
  const { user, pass, router } = await open()
  const asked = serveFeed(() => ({
    data: [postOfAge(2, { title: 'Tide', body: 'By moonlight' }), postOfAge(1, { title: 'Moon' })],
  }))
  answer(searchPeople, [BOB])
  await user.paste('moo')
  expect(options()).toEqual(['Search all projects for “moo”'])
  await pass(300)
  await screen.findByText('Tide')
  await waitFor(() => expect(options()).toHaveLength(4))

  expect(options()[0]).toMatch(/^Moon/)
  expect(options()[1]).toMatch(/^Tide/)
  expect(options()[2]).toMatch(/moonbob/)
  expect(lines()[0]?.querySelector('mark')?.textContent).toBe('Moo')
  expect(asked.map((each) => each.get('q'))).toEqual(['moo'])

  await user.keyboard('{ArrowDown}{Enter}')
  expect(router.state.location.pathname).toBe(`/posts/${postOfAge(2)._id}`)
})

test('a person is led to by Enter, and written to by Ctrl+Enter', async () => {
  const { user, pass, router } = await open()
  serveFeed(() => ({ data: [] }))
  answer(searchPeople, [BOB])
  await user.paste('moonb')
  await pass(300)
  await waitFor(() => expect(options()).toEqual(['MmoonbobMessage']))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(router.state.location.pathname).toBe(`/messages/${BOB._id}`)
})

test('a visitor is not asked about people, and goes to a project through the login page', async () => {
  const { user, pass, router } = await open(null)
  serveFeed(() => ({ data: [postOfAge(1, { title: 'Moon' })] }))
  await user.paste('moon')
  await pass(300)
  await screen.findByText('Showcase', { exact: false })
  await user.keyboard('{Enter}')
  const { pathname, search } = router.state.location
  expect(pathname + search).toBe(`/login?next=${encodeURIComponent(`/posts/${postOfAge(1)._id}`)}`)
})

test('when nothing is found, it says so', async () => {
  const { user, pass } = await open()
  serveFeed(() => ({ data: [] }))
  answer(searchPeople, [])
  await user.paste('zzz')
  await pass(300)
  expect((await screen.findAllByText('Nothing found for “zzz”')).length).toBe(2)
  expect(options()).toEqual([])
})

test('what could not be asked says so, and is asked again on demand', async () => {
  const { user, pass } = await open()
  cutOff(browsePosts)
  answer(searchPeople, [])
  await user.paste('moon')
  await pass(300)
  const failure = await screen.findByText('Projects could not be searched.', { selector: 'p' })
  serveFeed(() => ({ data: [postOfAge(1, { title: 'Moon' })] }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(options()[0]).toMatch(/^Moon/))
  expect(failure.isConnected).toBe(false)
})

test('only the answer to what was asked last counts', async () => {
  const { user, pass } = await open(null)
  const slow = Promise.withResolvers<void>()
  serveFeed(async (asked) => {
    if (asked.get('q') === 'mo') await slow.promise
    return { data: [postOfAge(1, { title: `Found for ${asked.get('q')}` })] }
  })
  await user.paste('mo')
  await pass(300)
  await user.paste('on')
  await pass(300)
  await waitFor(() => expect(options()[0]).toMatch(/^Found for moon/))
  slow.resolve()
  await pass(50)
  expect(options()[0]).toMatch(/^Found for moon/)
})

async function open(viewer: ReturnType<typeof someViewer> | null = someViewer()) {
  const time = holdTime()
  const page = (
    <>
      <Overlays />
      <main id="main" tabIndex={-1} />
    </>
  )
  const router = renderRoutes([{ path: '*', element: page }], '/here', viewer)
  showOverlay('palette')
  await waitFor(() => expect(document.activeElement?.role).toBe('combobox'))
  return { ...time, router }
}

/** Not by role: who is hidden from whom is worked out anew each time, for every line. */
function lines(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role=option]')]
}

function options(): string[] {
  return lines().map(({ textContent }) => textContent)
}

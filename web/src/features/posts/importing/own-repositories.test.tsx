import { listOwnRepositories } from '@dolph/contract/imports/imports'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mockRefusal, mockReply } from '../../../testing/fake-api.ts'
import { createViewerFixture } from '../../../testing/fixtures/viewer-fixtures.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { OwnRepositories } from './own-repositories.tsx'

const octocat = createViewerFixture({ githubLogin: 'octocat' })
const TIDE = { name: 'tide', description: 'Shows the tide', url: 'https://github.com/octocat/tide' }

test('a repository of the connected account is chosen with a click', async () => {
  mockReply(listOwnRepositories, { success: true, data: [TIDE] })
  const onChoose = vi.fn<(url: string) => void>()
  renderPage(<OwnRepositories isReading={false} onChoose={onChoose} />, '/posts/create', octocat)
  await userEvent.click(await screen.findByRole('button', { name: /tide/ }))
  expect(onChoose).toHaveBeenCalledWith(TIDE.url)
})

test('an account without a public repository, and a list that fails, leave the rest of the dialog usable', async () => {
  mockReply(listOwnRepositories, { success: true, data: [] })
  renderPage(<OwnRepositories isReading={false} onChoose={vi.fn()} />, '/posts/create', octocat)
  expect(await screen.findByText('octocat has no public repository on GitHub.')).toBeTruthy()

  mockRefusal(listOwnRepositories, 503, { code: 'unavailable', message: 'GitHub is busy.' })
  const other = createViewerFixture({ githubLogin: 'mona' })
  renderPage(<OwnRepositories isReading={false} onChoose={vi.fn()} />, '/posts/create', other)
  expect(await screen.findByText('GitHub is busy.')).toBeTruthy()
})

test('a member without GitHub is asked nothing', () => {
  const calls = mockReply(listOwnRepositories, { success: true, data: [] })
  const ada = createViewerFixture()
  renderPage(<OwnRepositories isReading={false} onChoose={vi.fn()} />, '/posts/create', ada)
  expect(screen.queryByText(/repositories/)).toBeNull()
  expect(calls).toEqual([])
})

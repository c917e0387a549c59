import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { HelpPage } from './help-page.tsx'

test('a search filters the questions and opens an answer that contains the word', async () => {
  const user = userEvent.setup()
  renderPage(<HelpPage />, '/help', null)
  expect(getQuestions()).toHaveLength(7)

  await user.type(screen.getByRole('searchbox', { name: 'Search for help' }), 'magnifying')

  expect(getQuestions()).toEqual(['How do messages work?'])
  expect(getOpenQuestions()).toEqual(['messages'])
  expect(screen.getByText('1 question shown')).toBeTruthy()
})

test('there is a tile for each of the five topics', () => {
  renderPage(<HelpPage />, '/help', null)
  const tiles = within(screen.getByRole('navigation', { name: 'Topics' })).getAllByRole('link')
  expect(tiles.map((tile) => tile.getAttribute('href'))).toEqual([
    '/help?topic=getting-started',
    '/help?topic=projects',
    '/help?topic=collaboration',
    '/help?topic=account',
    '/help?topic=contact',
  ])
})

test('a tile filters by its topic, and a second click shows all questions', async () => {
  const user = userEvent.setup()
  const router = renderPage(<HelpPage />, '/help', null)

  await user.click(screen.getByRole('link', { name: /^Account/ }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Account' })).toBeTruthy()
  expect(getQuestions()).toHaveLength(2)
  expect(router.state.location.search).toBe('?topic=account')

  await user.click(screen.getByRole('link', { name: /^Account/ }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Questions' })).toBeTruthy()
  expect(getQuestions()).toHaveLength(7)
})

test('a URL with the id of a question opens it', () => {
  renderPage(<HelpPage />, '/help#password', null)
  expect(getOpenQuestions()).toEqual(['password'])
})

test('a search without results says so, and its button shows all questions and focuses the search', async () => {
  const user = userEvent.setup()
  renderPage(<HelpPage />, '/help?topic=contact', null)
  const searchInput = screen.getByRole('searchbox')

  await user.type(searchInput, 'kubernetes')
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all questions' }))

  expect(await screen.findByRole('heading', { level: 2, name: 'Questions' })).toBeTruthy()
  expect(getQuestions()).toHaveLength(7)
  expect(document.activeElement).toBe(searchInput)
})

test('the key / focuses the search, and Esc clears it', async () => {
  const user = userEvent.setup()
  renderPage(<HelpPage />, '/help', null)
  const searchInput = screen.getByRole<HTMLInputElement>('searchbox')

  await user.keyboard('/')
  expect(document.activeElement).toBe(searchInput)
  await user.keyboard('google')
  expect(searchInput.value).toBe('google')
  await user.keyboard('{Escape}')
  expect(searchInput.value).toBe('')
})

function getQuestions() {
  return screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
}

function getOpenQuestions() {
  return [...document.querySelectorAll('details[open]')].map(({ id }) => id)
}

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { HelpPage } from './help-page.tsx'

test('a search narrows the questions and opens an answer that has the word', async () => {
  const user = userEvent.setup()
  renderPage(<HelpPage />, '/help', null)
  expect(getQuestions()).toHaveLength(7)

  await user.type(screen.getByRole('searchbox', { name: 'Search for help' }), 'magnifying')

  expect(getQuestions()).toEqual(['How do messages work?'])
  expect(getOpenQuestions()).toEqual(['messages'])
  expect(screen.getByText('1 question shown')).toBeTruthy()
})

test('a tile shows its topic alone, and once more everything', async () => {
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

test('an address that names a question opens it', () => {
  renderPage(<HelpPage />, '/help#password', null)
  expect(getOpenQuestions()).toEqual(['password'])
})

test('nothing found says so, and leads back to all questions and to the search', async () => {
  const user = userEvent.setup()
  renderPage(<HelpPage />, '/help?topic=contact', null)
  const box = screen.getByRole('searchbox')

  await user.type(box, 'kubernetes')
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all questions' }))

  expect(await screen.findByRole('heading', { level: 2, name: 'Questions' })).toBeTruthy()
  expect(getQuestions()).toHaveLength(7)
  expect(document.activeElement).toBe(box)
})

test('the key / leads to the search, and Esc empties it', async () => {
  const user = userEvent.setup()
  renderPage(<HelpPage />, '/help', null)
  const box = screen.getByRole<HTMLInputElement>('searchbox')

  await user.keyboard('/')
  expect(document.activeElement).toBe(box)
  await user.keyboard('google')
  expect(box.value).toBe('google')
  await user.keyboard('{Escape}')
  expect(box.value).toBe('')
})

function getQuestions() {
  return screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
}

function getOpenQuestions() {
  return [...document.querySelectorAll('details[open]')].map(({ id }) => id)
}

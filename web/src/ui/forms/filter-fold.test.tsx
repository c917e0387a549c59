import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { FilterFold } from './filter-fold.tsx'

test('the filters of a phone stand behind a button, which opens and closes them', async () => {
  render(<FilterFold count={0}>Topic</FilterFold>)
  const button = screen.getByRole('button', { name: 'Filters' })
  const filters = screen.getByText('Topic')
  expect(button.getAttribute('aria-controls')).toBe(filters.id)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(filters.classList).toContain('max-sm:hidden')

  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(filters.classList).not.toContain('max-sm:hidden')

  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(filters.classList).toContain('max-sm:hidden')
})

test('the button says how many filters are set', () => {
  render(<FilterFold count={2}>Topic</FilterFold>)
  expect(screen.getByRole('button', { name: 'Filters · 2' })).toBeTruthy()
})

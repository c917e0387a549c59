import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PasswordField } from './password-field.tsx'

const rules = [
  { hint: 'Long enough', isMet: (typed: string) => typed.length > 3 },
  { hint: '1 number', isMet: (typed: string) => /\d/.test(typed) },
]

test('the typed password can be shown, and hidden again', async () => {
  render(<PasswordField label="Password" autoComplete="current-password" />)
  const field = screen.getByLabelText('Password')
  expect(field.getAttribute('type')).toBe('password')

  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field.getAttribute('type')).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.getAttribute('type')).toBe('password')
})

test('rules say as text whether they are met', () => {
  render(
    <PasswordField label="Password" autoComplete="new-password" rules={rules} typed="lagoon" />,
  )
  expect(getDescription()).toEqual(['Long enough (met) 1 number (not met yet) '])
})

test('an error is read out with the rules, and visible only if no rule shows it', () => {
  const props = { label: 'Password', autoComplete: 'new-password', rules, error: 'No' } as const
  const { rerender } = render(<PasswordField {...props} typed="lagoon" />)
  expect(getDescription()[0]).toBe('No')
  expect(screen.getByRole('alert').className).toBe('sr-only')

  rerender(<PasswordField {...props} typed="lagoon42" />)
  expect(screen.getByRole('alert').className).not.toBe('sr-only')
})

function getDescription() {
  const ids = screen.getByLabelText('Password').getAttribute('aria-describedby') ?? ''
  return ids.split(' ').map((id) => document.getElementById(id)?.textContent)
}

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Textarea } from './textarea.tsx'

test('the counter counts an emoji as one character', async () => {
  render(<Textarea label="About" max={100} />)

  await userEvent.type(screen.getByLabelText('About'), 'hi 🐬')

  expect(screen.getByText('4/100').textContent).toBe('4/100')
})

test('the counter warns near the limit, visibly and for screen readers', () => {
  render(<Textarea label="About" max={100} defaultValue={'x'.repeat(93)} />)

  expect(screen.getByText('93/100').parentElement?.dataset['state']).toBe('near')
  expect(screen.getByRole('status').textContent).toBe('At most 10 characters left')
})

test('a text may exceed the limit, so that its author can shorten it', async () => {
  render(<Textarea label="About" max={5} />)

  await userEvent.type(screen.getByLabelText('About'), 'dolphin')

  expect(screen.getByLabelText('About')).toHaveProperty('value', 'dolphin')
  expect(screen.getByText('7/5').parentElement?.dataset['state']).toBe('over')
  expect(screen.getByRole('status').textContent).toBe('Too many characters')
})

test('the counter follows a value that is controlled by the form', () => {
  const { rerender } = render(<Textarea label="About" max={10} typed="abc" />)
  rerender(<Textarea label="About" max={10} typed="" />)
  expect(screen.getByText('0/10').textContent).toBe('0/10')
})

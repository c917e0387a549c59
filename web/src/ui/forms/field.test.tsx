import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field } from './field.tsx'

test('error and hint are read out with their field', () => {
  render(<Field label="GitHub URL" hint="Optional" error="Please enter a valid GitHub URL" />)

  const input = screen.getByLabelText('GitHub URL')
  const descriptions = (input.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

  expect(descriptions).toEqual(['Please enter a valid GitHub URL', 'Optional'])
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

test('an error that repeats the hint stands in its place', () => {
  render(<Field label="Note" hint="Say why." error="Say why." />)
  expect(screen.getAllByText('Say why.')).toHaveLength(1)
  const input = screen.getByLabelText('Note')
  expect(input.getAttribute('aria-describedby')?.split(' ')).toHaveLength(1)
})

test('a field without error and hint has no description', () => {
  render(<Field label="Title" />)
  const input = screen.getByLabelText('Title')
  expect([input.getAttribute('aria-describedby'), input.getAttribute('aria-invalid')]).toEqual([
    null,
    null,
  ])
})

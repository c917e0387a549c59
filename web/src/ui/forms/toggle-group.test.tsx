import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ToggleGroup } from './toggle-group.tsx'

const VIEWS = [
  { value: 'grid', label: 'Grid' },
  { value: 'list', label: 'List' },
] as const

test('one of the options is always pressed', async () => {
  const onChange = vi.fn()
  render(<ToggleGroup label="View" options={VIEWS} value="grid" onChange={onChange} />)

  await userEvent.click(screen.getByRole('button', { name: 'Grid', pressed: true }))
  expect(onChange).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'List' }))
  expect(onChange).toHaveBeenCalledWith('list')
})

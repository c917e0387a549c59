import { act, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { installFakeClock } from '../../../testing/fake-clock.ts'
import { useSearchBox } from './use-search-box.ts'

test('a box that is emptied before its last search was rendered searches again', async () => {
  const { advanceTime } = installFakeClock()
  const onSearch = vi.fn()
  // The search of the URL stays empty, as it does until the router has rendered the first navigation.
  const { result } = renderHook(() => useSearchBox('', onSearch), { wrapper: MemoryRouter })

  act(() => result.current.setText('tide'))
  await advanceTime(300)
  act(() => result.current.setText(''))
  await advanceTime(300)

  expect(onSearch.mock.calls.map(([q]) => q as string)).toEqual(['tide', ''])
})

import { fireEvent, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useCompositionEnd } from './use-composition-end.ts'

test('without a composition nothing waits', async () => {
  const { waitForEnd } = watchField()
  await expect(waitForEnd()).resolves.toBeUndefined()
})

test('a change of the text waits for the end of the composition, and of one that follows at once', async () => {
  const { field, waitForEnd } = watchField()
  const steps: string[] = []
  fireEvent.compositionStart(field)
  const change = waitForEnd().then(() => steps.push('changed'))
  fireEvent.compositionEnd(field)
  fireEvent.compositionStart(field)
  await Promise.resolve()
  steps.push('second composition')
  fireEvent.compositionEnd(field)
  await change
  expect(steps).toEqual(['second composition', 'changed'])
})

test('a field that goes ends the wait', async () => {
  const { field, waitForEnd, unmount } = watchField()
  fireEvent.compositionStart(field)
  const change = waitForEnd()
  unmount()
  await expect(change).resolves.toBeUndefined()
})

function watchField() {
  const field = document.createElement('textarea')
  const { result, unmount } = renderHook(() => useCompositionEnd({ current: field }))
  return { field, waitForEnd: result.current, unmount }
}

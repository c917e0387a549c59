import { expect, test } from 'vitest'
import { yieldToBrowser } from './yield-to-browser.ts'

test('the caller goes on in a later task, after the promises of this one', async () => {
  const order: string[] = []
  const later = yieldToBrowser().then(() => order.push('later task'))
  await Promise.resolve()
  await Promise.resolve()
  order.push('same task')
  await later
  expect(order).toEqual(['same task', 'later task'])
})

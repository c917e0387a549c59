import { expect, testIgnoringConsole as test } from './base-test.ts'
import { startFaultProxy, type FaultRule } from './faults/fault-proxy.ts'
import { signInNewMember } from './members.ts'
import { ORIGIN } from './ports.ts'

test('a member page behind the proxy loads and has its WebSocket', async ({ page, context }) => {
  let attempts = 0
  await using proxy = await startFaultProxy({ target: ORIGIN })
  await signInNewMember(context, 'ada')
  proxy.setRule(resetFirstUpgrade)
  const connected = page.waitForEvent('websocket', (socket) => {
    attempts += 1
    return attempts === 2 && socket.url().includes('/ws')
  })
  await page.goto(`${proxy.origin}/profile`)
  await (await connected).waitForEvent('framereceived')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  expect(proxy.requests.filter(({ fault }) => fault === 'reset')).toHaveLength(1)
})

const resetFirstUpgrade: FaultRule = ({ isUpgrade, count }) =>
  isUpgrade && count === 1 ? 'reset' : null

import { SAMPLE_PASSWORD, SAMPLE_LOGIN_USERNAMES } from '@dolph/api/seed/seed'
import { openBus, publishSessionChange } from '@dolph/api/platform/realtime/bus'
import { openRedis } from '@dolph/api/platform/redis'
import type { Page } from '@playwright/test'
import { database, type Member } from './members.ts'
import { expect } from './base-test.ts'
import { REDIS_URL } from './test-database.ts'

/** Ends every session of the member on the server, like an expiry; the browser keeps its cookies. */
export async function expireSessions({ id }: Pick<Member, 'id'>): Promise<void> {
  await database.deleteFrom('sessions').where('member_id', '=', id).execute()
  // Otherwise the server would still know the session for up to a second.
  const redis = await openRedis(REDIS_URL, () => {})
  const bus = await openBus(redis, () => {})
  publishSessionChange(bus, id)
  await redis.quit()
  bus.close()
}

/** Blocks messaging, whose automatic requests would notice the ended session before the test clicks anything. */
export async function blockMessaging(page: Page): Promise<void> {
  await page.routeWebSocket('**/ws', () => {})
  await page.route('**/api/messages/**', (route) => route.abort())
}

/** Gives the member the password of the sample members, so that the login form accepts it. */
export async function setSamplePassword({ id }: Pick<Member, 'id'>): Promise<void> {
  const sample = database
    .selectFrom('accounts')
    .select('password_hash')
    .where('email', '=', `${SAMPLE_LOGIN_USERNAMES[0]}@example.test`)
  await database
    .updateTable('accounts')
    .set({ password_hash: sample })
    .where('member_id', '=', id)
    .execute()
}

/** Fills in and submits the login form that the page was redirected to. */
export async function submitLoginForm(page: Page, { userName }: Pick<Member, 'userName'>) {
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.getByLabel('Email').fill(`${userName}@example.test`)
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

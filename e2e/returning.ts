import { SAMPLE_PASSWORD, SIGN_IN_AS } from '@dolph/api/db/seed/seed'
import type { Page } from '@playwright/test'
import { database, type Member } from './members.ts'
import { expect } from './visit.ts'

/** Ends every session of the member, as time would, without a word to their browser. */
export async function expire({ id }: Pick<Member, 'id'>): Promise<void> {
  await database.deleteFrom('sessions').where('member_id', '=', id).execute()
}

/** Messages are asked for by themselves, and would find out that a session has ended before anything is clicked. */
export async function withoutMessages(page: Page): Promise<void> {
  await page.routeWebSocket('**/ws', () => {})
  await page.route('**/api/messages/**', (route) => route.abort())
}

/** Lets the member log in by the form, with the password of the sample people. */
export async function givePassword({ id }: Pick<Member, 'id'>): Promise<void> {
  const sample = database
    .selectFrom('accounts')
    .select('password_hash')
    .where('email', '=', `${SIGN_IN_AS[0]}@example.test`)
  await database
    .updateTable('accounts')
    .set({ password_hash: sample })
    .where('member_id', '=', id)
    .execute()
}

/** Fills in the login page that this page was sent to. */
export async function logInHere(page: Page, { userName }: Pick<Member, 'userName'>) {
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await page.getByLabel('Email').fill(`${userName}@example.test`)
  await page.getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '../support/base-test.ts'
import { database, signInNewMember, type Member } from '../support/members.ts'
import { setSamplePassword } from '../support/sessions.ts'

/** Signs this browser in as a new moderator, who proves with the password of the sample members. */
export async function signInNewModerator(context: BrowserContext, name: string): Promise<Member> {
  const member = await signInNewMember(context, name)
  await setSamplePassword(member)
  await grantRole(member, 'moderator')
  return member
}

export async function grantRole(
  { id }: Pick<Member, 'id'>,
  role: 'moderator' | 'admin',
): Promise<void> {
  await database.insertInto('staff').values({ member_id: id, role }).execute()
}

/** The newest case about a subject. */
export async function readCaseId(subjectId: string): Promise<string> {
  const { id } = await database
    .selectFrom('cases')
    .select('id')
    .where('subject_id', '=', subjectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Types the password into the question for proof, which the first decision of a session asks. */
export async function proveByKeyboard(page: Page): Promise<void> {
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
}

/** Decides the open case by keyboard: the key of the decision, the reason, Ctrl+Enter. */
export async function decideByKeyboard(page: Page, key: string, sentence: string): Promise<void> {
  await expect(page.getByLabel('Reason')).toBeVisible()
  await page.keyboard.press(key)
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type(sentence)
  await page.keyboard.press('Control+Enter')
}

import type { BrowserContext, Locator, Page } from '@playwright/test'
import { enter, type Member } from './members.ts'

/** A form without a name is not saved. */
export async function enterNamed(context: BrowserContext): Promise<Member> {
  const ada = await enter(context, 'ada')
  await ada.call('PUT', '/api/profile/me', { firstName: 'Ada' })
  return ada
}

export function field(page: Page): Locator {
  return page.getByRole('group', { name: 'Profile picture' })
}

export function file(page: Page): Locator {
  return page.getByLabel('Picture file')
}

export function save(page: Page): Locator {
  return page.getByRole('button', { name: 'Save Changes' })
}

export async function use(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use picture' }).click()
}

/** The address of the picture that others see. */
export async function worn({ call }: Pick<Member, 'call'>): Promise<string> {
  const reply = await call('GET', '/api/profile/me')
  return ((await reply.json()) as { data: { profilePicture: string } }).data.profilePicture
}

export function initialsOf({ userName }: Pick<Member, 'userName'>): string {
  return userName
    .split('-')
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

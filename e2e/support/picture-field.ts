import type { BrowserContext, Locator, Page } from '@playwright/test'
import { signInNewMember, type Member } from './members.ts'

/** A new member with a first name: the profile form cannot be saved without one. */
export async function signInNamedMember(context: BrowserContext): Promise<Member> {
  const ada = await signInNewMember(context, 'ada')
  await ada.call('PUT', '/api/profile/me', { firstName: 'Ada' })
  return ada
}

export function getPictureField(page: Page): Locator {
  return page.getByRole('group', { name: 'Profile picture' })
}

export function getPictureFileInput(page: Page): Locator {
  return page.getByLabel('Picture file')
}

export function getSaveButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Save changes' })
}

export async function confirmPicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use picture' }).click()
}

/** The URL of the saved profile picture. */
export async function readProfilePicture({ call }: Pick<Member, 'call'>): Promise<string> {
  const reply = await call('GET', '/api/profile/me')
  return ((await reply.json()) as { data: { profilePicture: string } }).data.profilePicture
}

export function toInitials({ userName }: Pick<Member, 'userName'>): string {
  return userName
    .split('-')
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

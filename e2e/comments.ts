import type { Locator, Page } from '@playwright/test'

/** 'Comments (n)' */
export function getCommentCount(page: Page): Locator {
  return page.getByRole('heading', { level: 2, name: /^Comments \(/ })
}

/** The comment with this text, and everything below it. */
export function getComment(page: Page, text: string): Locator {
  // Those above contain it too, and come first.
  return page.getByRole('listitem').filter({ hasText: text }).last()
}

/** The form whose field has this label. */
export function getFormByLabel(page: Page, label: string): Locator {
  return page.locator('form').filter({ has: page.getByLabel(label, { exact: true }) })
}

export async function postComment(page: Page, text: string): Promise<void> {
  const form = getFormByLabel(page, 'Add a comment')
  await form.getByRole('textbox').fill(text)
  await form.getByRole('button', { name: 'Post comment' }).click()
}

export async function replyToComment(page: Page, answered: string, text: string): Promise<void> {
  const comment = getComment(page, answered)
  await comment
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  const form = comment.locator('form').first()
  await form.getByRole('textbox').fill(text)
  await form.getByRole('button', { name: 'Reply' }).click()
}

/** Calls to this address wait until the way is open. */
export async function holdRequests(page: Page, address: string): Promise<{ open: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.fallback()
  })
  return { open: resolve }
}

import type { Locator, Page } from '@playwright/test'

/** The heading 'Comments (n)'. */
export function getCommentCount(page: Page): Locator {
  return page.getByRole('heading', { level: 2, name: /^Comments \(/ })
}

/** The comment with this text, including its replies. */
export function getComment(page: Page, text: string): Locator {
  // The list items of its parent comments contain the text too and come first.
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

export async function replyToComment(page: Page, parentText: string, text: string): Promise<void> {
  const comment = getComment(page, parentText)
  await comment
    .getByRole('button', { name: /^Reply to/ })
    .first()
    .click()
  const form = comment.locator('form').first()
  await form.getByRole('textbox').fill(text)
  await form.getByRole('button', { name: 'Reply' }).click()
}

/** Delays requests to `url` until `release` is called. */
export async function holdRequests(page: Page, url: string): Promise<{ release: () => void }> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.fallback()
  })
  return { release: resolve }
}

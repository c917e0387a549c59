import {
  INJECTION_PAYLOADS,
  isStorableText,
  normalizeText,
} from '@dolph/api/testing/injection/injection-payloads'
import { expect, test, waitForHydration } from '../support/base-test.ts'
import { expectNoInjection, recordPageViolations } from '../support/injection-detector.ts'
import * as fixtures from './injection-fixtures.ts'
import { insertPost, signInNewMember } from '../support/members.ts'

test.describe.configure({ timeout: 120_000 })

test('a search query renders harmlessly in the search field and in highlighted results', async ({
  page,
  context,
}) => {
  const violations = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  await fixtures.showOnlyPostsBy(mallory, page)
  const queries = INJECTION_PAYLOADS.filter(
    (text) => isStorableText(text) && normalizeText(text).length <= 100,
  )
  const titles = queries.filter((_, index) => index % 40 === 0)
  for (const [index, title] of titles.entries()) {
    const post = await insertPost(mallory, { id: fixtures.createPastId(), title })
    // Loading the page for every query would take most of the time.
    if (index % 4 === 0) await page.goto(`/posts?${new URLSearchParams({ q: title })}`)
    else await page.evaluate(searchByAddress, [title])
    await expect(page.locator(`[id="post-${post.id}"]`)).toBeVisible()
    await expect(page.locator(`[id="post-${post.id}"] mark`).first()).toBeVisible()
    await expectNoInjection(page, violations)
  }
  for (const [remainder, path] of ['/browse', '/posts'].entries()) {
    const typed = queries.filter((_, index) => index % 2 === remainder)
    await page.goto(path)
    await page.getByRole('article').first().waitFor()
    await waitForHydration(page)
    expect(await page.evaluate(searchByAddress, typed)).toEqual(
      typed.map((text) => normalizeText(text).replaceAll(/[\r\n]/g, '')),
    )
    await expectNoInjection(page, violations)
  }
})

/** Runs in the page: sets each query in the URL without reloading and returns the values of the search field. */
async function searchByAddress(queries: string[]): Promise<string[]> {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  const values: string[] = []
  for (const q of queries) {
    const before = field?.value
    history.pushState(null, '', `?${new URLSearchParams({ q })}`)
    dispatchEvent(new PopStateEvent('popstate'))
    for (let frame = 0; frame < 100 && field?.value === before; frame += 1) {
      await new Promise(requestAnimationFrame)
    }
    values.push(field?.value ?? '')
  }
  return values
}

import { expect, test, waitForHydration } from './base-test.ts'
import { expectNoInjection, recordPageViolations } from './injection-detector.ts'
import * as hostile from './injection-fixtures.ts'
import { isStorableText, normalizeText } from './injection-fixtures.ts'
import { INJECTION_PAYLOADS } from './injection-payloads.ts'
import { insertPost, signInNewMember } from './members.ts'

test.describe.configure({ timeout: 120_000 })

test('what is searched for is text, in the box and where it is found', async ({
  page,
  context,
}) => {
  const seen = await recordPageViolations(page)
  const mallory = await signInNewMember(context, 'mallory')
  await hostile.showOnlyPostsBy(mallory, page)
  const wanted = INJECTION_PAYLOADS.filter(
    (text) => isStorableText(text) && normalizeText(text).length <= 100,
  )
  const titles = wanted.filter((_, index) => index % 50 === 0)
  for (const [index, title] of titles.entries()) {
    const post = await insertPost(mallory, { id: hostile.createPastId(), title })
    // A page that is loaded for each of them would take most of the time.
    if (index % 4 === 0) await page.goto(`/posts?${new URLSearchParams({ q: title })}`)
    else await page.evaluate(searchByAddress, [title])
    await expect(page.locator(`[id="post-${post.id}"]`)).toBeVisible()
    await expect(page.locator(`[id="post-${post.id}"] mark`).first()).toBeVisible()
    await expectNoInjection(page, seen)
  }
  for (const [remainder, path] of ['/browse', '/posts'].entries()) {
    const typed = wanted.filter((_, index) => index % 2 === remainder)
    await page.goto(path)
    await page.getByRole('article').first().waitFor()
    await waitForHydration(page)
    expect(await page.evaluate(searchByAddress, typed)).toEqual(
      typed.map((text) => normalizeText(text).replaceAll(/[\r\n]/g, '')),
    )
    await expectNoInjection(page, seen)
  }
})

/** One after the other, as if typed there, without loading the page anew; gives what stands in the search box. */
async function searchByAddress(all: string[]): Promise<string[]> {
  const box = document.querySelector<HTMLInputElement>('input[type=search]')
  const shown: string[] = []
  for (const q of all) {
    const before = box?.value
    history.pushState(null, '', `?${new URLSearchParams({ q })}`)
    dispatchEvent(new PopStateEvent('popstate'))
    for (let frame = 0; frame < 100 && box?.value === before; frame += 1) {
      await new Promise(requestAnimationFrame)
    }
    shown.push(box?.value ?? '')
  }
  return shown
}

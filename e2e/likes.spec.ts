import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import { holdRequests } from './comments.ts'
import { signInNewMember, insertPost, type PostFixture } from './members.ts'
import { expect, expectAccessibleOnBothScreens, test } from './base-test.ts'

const LIKE_ENDPOINT = '**/api/posts/*/like'

test('a like is there at once, then kept, is the same on card and page, and works with the keyboard', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const tide = await insertPost(ada)
  await page.goto('/posts')
  const heart = getLikeButton(page, tide)
  await expectLikes(heart, 0, { mine: false })

  const heldRequests = await holdRequests(page, LIKE_ENDPOINT)
  await heart.click()
  await expectLikes(heart, 1, { mine: true })
  expect(await tide.readLikerIds()).toEqual([])
  heldRequests.release()
  await expect.poll(tide.readLikerIds).toEqual([ada.id])
  await page.reload()
  await expectLikes(heart, 1, { mine: true })
  await heart.click()
  await expectLikes(heart, 0, { mine: false })
  await expect.poll(tide.readLikerIds).toEqual([])
  expect(await tide.readStats()).toEqual({ likes: 0, comments: 0 })

  await heart.click()
  await page.getByRole('article', { name: tide.title }).getByText('Read More').click()
  await expect(page).toHaveURL(tide.path)
  await expectLikes(heart, 1, { mine: true })
  await expect(heart).toHaveText('1 like')
  await expectAccessibleOnBothScreens(page)
  await heart.focus()
  await page.keyboard.press('Space')
  await expectLikes(heart, 0, { mine: false })
  await expect(heart).toBeFocused()
  await page.keyboard.press('Enter')
  await expectLikes(heart, 1, { mine: true })

  await heart.click()
  await expect(heart).toHaveText('0 likes')
  await page.goBack()
  await expect(page).toHaveURL('/posts')
  await expectLikes(heart, 0, { mine: false })
  await expect.poll(tide.readLikerIds).toEqual([])
  await page.goto('/my-posts')
  await expectLikes(heart, 0, { mine: false })
})

test('after a storm of clicks by many in many tabs every like is counted once', async ({
  context,
  browser,
}) => {
  test.slow()
  const tide = await insertPost(await signInNewMember(context, 'ada'))
  await using bobs = await browser.newContext()
  await using carlas = await browser.newContext()
  const [bob, carla] = [await signInNewMember(bobs, 'bob'), await signInNewMember(carlas, 'carla')]
  // Ada clicks in two tabs at once, so that nobody can say what she meant last.
  const pages = await Promise.all(
    [context, context, bobs, carlas].map((each) => openPost(each, tide)),
  )
  const clicks = [9, 14, 13, 10]
  await Promise.all(
    pages.map(async (page, index) => {
      const told = recordLastLike(page)
      const times = clicks[index] ?? 0
      await clickRepeatedly(getLikeButton(page, tide), times)
      await expect.poll(told).toBe(times % 2 === 1)
    }),
  )

  const likers = await tide.readLikerIds()
  expect(likers.includes(bob.id)).toBe(true)
  expect(likers.includes(carla.id)).toBe(false)
  expect(await tide.readStats()).toEqual({ likes: likers.length, comments: 0 })
  for (const page of pages) {
    await page.reload()
    await expect(getLikeButton(page, tide)).toHaveAccessibleName(
      formatLikeLabel(tide, likers.length),
    )
  }
})

async function openPost(context: BrowserContext, { path }: PostFixture): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** So fast that most clicks come while the one before is on its way. */
async function clickRepeatedly(heart: Locator, clicks: number): Promise<void> {
  await heart.evaluate(async (button: HTMLElement, times) => {
    for (let click = 0; click < times; click += 1) {
      button.click()
      await new Promise((resolve) => setTimeout(resolve, click % 4))
    }
  }, clicks)
}

function getLikeButton(page: Page, { title }: PostFixture): Locator {
  return page.getByRole('button', { name: `Like ${title}` })
}

function formatLikeLabel({ title }: PostFixture, likes: number): string {
  return `Like ${title}, ${likes} ${likes === 1 ? 'like' : 'likes'}`
}

async function expectLikes(heart: Locator, likes: number, { mine }: { mine: boolean }) {
  await expect(heart).toHaveAttribute('aria-pressed', String(mine))
  await expect(heart).toHaveAccessibleName(new RegExp(`, ${likes} likes?$`))
}

/** What the server was last told by this page; undefined while an answer is due. */
function recordLastLike(page: Page): () => boolean | undefined {
  let last: Request | undefined
  const answered = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().endsWith('/like')) last = request
  })
  page.on('requestfinished', (request) => answered.add(request))
  return () => {
    const body = last && answered.has(last) ? last.postDataJSON() : undefined
    return (body as { liked: boolean } | undefined)?.liked
  }
}

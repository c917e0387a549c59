import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import { holdRequests } from '../support/comments.ts'
import { signInNewMember, insertPost, type PostFixture } from '../support/members.ts'
import { expect, test } from '../support/base-test.ts'

const LIKE_ENDPOINT = '**/api/posts/*/like'

test('a like appears at once, is stored, is the same on card and page, and works by keyboard', async ({
  page,
  context,
}) => {
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await page.goto('/posts')
  const likeButton = getLikeButton(page, post)
  await expectLikes(likeButton, 0, { isOwn: false })

  const heldRequests = await holdRequests(page, LIKE_ENDPOINT)
  await likeButton.click()
  await expectLikes(likeButton, 1, { isOwn: true })
  expect(await post.readLikerIds()).toEqual([])
  heldRequests.release()
  await expect.poll(post.readLikerIds).toEqual([ada.id])
  await page.reload()
  await expectLikes(likeButton, 1, { isOwn: true })
  await likeButton.click()
  await expectLikes(likeButton, 0, { isOwn: false })
  await expect.poll(post.readLikerIds).toEqual([])
  expect(await post.readStats()).toEqual({ likes: 0, comments: 0 })

  await likeButton.click()
  await page.getByRole('article', { name: post.title }).getByText('Read More').click()
  await expect(page).toHaveURL(post.path)
  await expectLikes(likeButton, 1, { isOwn: true })
  await expect(likeButton).toHaveText('1 like')
  await likeButton.focus()
  await page.keyboard.press('Space')
  await expectLikes(likeButton, 0, { isOwn: false })
  await expect(likeButton).toBeFocused()
  await page.keyboard.press('Enter')
  await expectLikes(likeButton, 1, { isOwn: true })

  await likeButton.click()
  await expect(likeButton).toHaveText('0 likes')
  await page.goBack()
  await expect(page).toHaveURL('/posts')
  await expectLikes(likeButton, 0, { isOwn: false })
  await expect.poll(post.readLikerIds).toEqual([])
  await page.goto('/my-posts')
  await expectLikes(likeButton, 0, { isOwn: false })
})

test('after rapid clicks by several members in several tabs every like is counted once', async ({
  context,
  browser,
}) => {
  test.slow()
  const post = await insertPost(await signInNewMember(context, 'ada'))
  await using bobContext = await browser.newContext()
  await using carlaContext = await browser.newContext()
  const [bob, carla] = [
    await signInNewMember(bobContext, 'bob'),
    await signInNewMember(carlaContext, 'carla'),
  ]
  // Ada clicks in two tabs at once, so her final like is undetermined and not checked.
  const pages = await Promise.all(
    [context, context, bobContext, carlaContext].map((each) => openPost(each, post)),
  )
  const clicks = [9, 14, 13, 10]
  await Promise.all(
    pages.map(async (page, index) => {
      const readLastLike = recordLastLike(page)
      const times = clicks[index] ?? 0
      await clickRepeatedly(getLikeButton(page, post), times)
      await expect.poll(readLastLike).toBe(times % 2 === 1)
    }),
  )

  const likers = await post.readLikerIds()
  expect(likers.includes(bob.id)).toBe(true)
  expect(likers.includes(carla.id)).toBe(false)
  expect(await post.readStats()).toEqual({ likes: likers.length, comments: 0 })
  for (const page of pages) {
    await page.reload()
    await expect(getLikeButton(page, post)).toHaveAccessibleName(
      formatLikeLabel(post, likers.length),
    )
  }
})

async function openPost(context: BrowserContext, { path }: PostFixture): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Clicks so fast that most clicks happen while the previous request is still pending. */
async function clickRepeatedly(likeButton: Locator, clicks: number): Promise<void> {
  await likeButton.evaluate(async (button: HTMLElement, times) => {
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

async function expectLikes(likeButton: Locator, likes: number, { isOwn }: { isOwn: boolean }) {
  await expect(likeButton).toHaveAttribute('aria-pressed', String(isOwn))
  await expect(likeButton).toHaveAccessibleName(new RegExp(`, ${likes} likes?$`))
}

/** Returns a function that reads the last like sent by this page; undefined while its response is pending. */
function recordLastLike(page: Page): () => boolean | undefined {
  let lastRequest: Request | undefined
  const finishedRequests = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().endsWith('/like')) lastRequest = request
  })
  page.on('requestfinished', (request) => finishedRequests.add(request))
  return () => {
    const body =
      lastRequest && finishedRequests.has(lastRequest) ? lastRequest.postDataJSON() : undefined
    return (body as { liked: boolean } | undefined)?.liked
  }
}

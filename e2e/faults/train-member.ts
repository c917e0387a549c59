import type { Locator, Page } from '@playwright/test'
import { getComment, postComment } from '../support/comments.ts'
import type { Member, PostFixture } from '../support/members.ts'
import { getDeliveryStatus, getMessageField, sendMessage } from '../support/messaging.ts'
import { generateWord, getPostCard } from '../support/posts.ts'
import { pickOne, type Random } from './train-random.ts'
import type { TrainRecord } from './train-record.ts'

/** The page gives up a request after ten seconds and asks three times, so a screen may wait about half a minute. */
const SCREEN_TIMEOUT_MS = 60_000
/** How often the member takes the way on that a screen offers: the scripts of a page arrive one after the other. */
const TRIES = 20

interface TrainOptions {
  page: Page
  peer: Member
  posts: readonly [PostFixture, ...PostFixture[]]
  record: TrainRecord
  random: Random
  /** Called for a screen that neither works nor says how to go on. */
  onStuck: (step: string) => Promise<void>
}

/** A member who browses, likes, saves, comments, writes messages and posts, whatever the page needs for it. */
export class TrainMember {
  readonly #options: TrainOptions
  readonly #steps = [
    () => this.#browse(),
    () => this.#likePost(),
    () => this.#savePost(),
    () => this.#comment(),
    () => this.#sendMessage(),
    () => this.#createPost(),
  ] as const

  constructor(options: TrainOptions) {
    this.#options = options
  }

  async takeStep(): Promise<void> {
    await pickOne(this.#options.random, this.#steps)()
  }

  /** Opens every page on which something may wait to be sent, and waits until nothing does. */
  async sendWhatWaits(): Promise<void> {
    const { page, posts, peer, record } = this.#options
    for (const post of posts) {
      await this.#open(post.path, page.getByRole('heading', { name: /^Comments \(/ }))
      for (const text of record.comments.keys())
        if ((await page.getByText(text, { exact: true }).count()) > 0)
          await this.#reach(getPostedComment(page, text), 'a comment that waited')
    }
    await this.#open(`/messages/${peer.id}`, getMessageField(page, peer))
    for (const text of record.messages.keys())
      await this.#reach(getSentStatus(page, text), 'a message that waited')
  }

  async #browse(): Promise<void> {
    const { page, random } = this.#options
    const [path, content] = pickOne(random, [
      ['/posts', page.getByRole('article')],
      ['/browse', page.getByRole('article')],
      ['/profile', page.getByRole('button', { name: 'Edit Profile' })],
      ['/messages', page.getByLabel('Find people')],
    ])
    await this.#open(path, content)
  }

  async #likePost(): Promise<void> {
    const { record } = this.#options
    await this.#toggle(record.likes, 'post_likes', ({ title }) =>
      this.#options.page.getByRole('button', { name: `Like ${title}` }),
    )
  }

  async #savePost(): Promise<void> {
    const { record, page } = this.#options
    await this.#toggle(record.saves, 'follows', ({ title }) =>
      page.getByRole('button', { name: `Save: ${title}` }),
    )
  }

  /** Presses the button of a post. The page confirms it with the answer to its call, or says that it failed. */
  async #toggle(
    states: Map<string, boolean>,
    kind: 'post_likes' | 'follows',
    getButton: (post: PostFixture) => Locator,
  ): Promise<void> {
    const { page, posts, random, onStuck } = this.#options
    const post = pickOne(random, posts)
    const button = getButton(post)
    if (!(await this.#open(post.path, page.getByRole('heading', { name: post.title })))) return
    // A post that is saved has a menu instead of the button.
    if (!(await button.isVisible())) return
    const url = kind === 'follows' ? '/follow' : '/like'
    const isAnswered = page.waitForEvent('requestfinished', {
      predicate: async (request) =>
        request.method() !== 'GET' &&
        request.url().endsWith(`${post.id}${url}`) &&
        (await request.response())?.status() === 200,
      timeout: SCREEN_TIMEOUT_MS,
    })
    const failure = page.getByText(/^Failed to (like post|save)/).filter({ visible: true })
    const hasFailed = failure.first().waitFor({ timeout: SCREEN_TIMEOUT_MS })
    await button.click()
    states.delete(post.id)
    const outcome = await Promise.any([
      isAnswered.then(() => 'confirmed' as const),
      hasFailed.then(() => 'failed' as const),
    ]).catch(() => 'stuck' as const)
    if (outcome === 'stuck') await onStuck(kind)
    if (outcome === 'confirmed')
      states.set(
        post.id,
        kind === 'follows' || (await button.getAttribute('aria-pressed')) === 'true',
      )
  }

  async #comment(): Promise<void> {
    const { page, posts, random, record } = this.#options
    const post = pickOne(random, posts)
    const text = `Comment ${generateWord()}`
    if (!(await this.#open(post.path, page.getByLabel('Add a comment')))) return
    record.comments.set(text, false)
    await postComment(page, text)
    record.comments.set(text, await this.#reach(getPostedComment(page, text), 'a comment'))
  }

  async #sendMessage(): Promise<void> {
    const { page, peer, record } = this.#options
    const text = `Message ${generateWord()}`
    if (!(await this.#open(`/messages/${peer.id}`, getMessageField(page, peer)))) return
    record.messages.set(text, false)
    await sendMessage(page, text)
    record.messages.set(text, await this.#reach(getSentStatus(page, text), 'a message'))
  }

  async #createPost(): Promise<void> {
    const { page, record } = this.#options
    const title = `Post ${generateWord()}`
    if (!(await this.#open('/posts/create', page.getByLabel('Title')))) return
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Content').fill('Written on a train')
    record.posts.set(title, false)
    await page.getByRole('button', { name: 'Create Project' }).click()
    const live = page.getByRole('heading', { name: /^It’s live/ })
    // A reload on the way to the list shows an empty form: the member looks into the list.
    const emptyForm = page.getByText('Untitled', { exact: true })
    const card = getPostCard(page, title)
    if (!(await this.#reach(live.or(card).or(emptyForm), 'a new post', /^Create Project$/))) return
    if (await emptyForm.isVisible()) await this.#open('/posts', page.getByRole('article'))
    record.posts.set(title, await live.or(card).first().isVisible())
  }

  async #open(path: string, content: Locator): Promise<boolean> {
    const { page } = this.#options
    const { pathname } = new URL(page.url(), 'http://localhost')
    if (pathname !== path) {
      // The browser has six connections, and begins no document while answers that never end keep them all.
      await page.evaluate(() => window.stop())
      await page.goto(path, { waitUntil: 'commit' })
    }
    return this.#reach(content, `page ${path}`)
  }

  /** Waits for what the step leads to, and takes the way on that the screen offers. */
  async #reach(content: Locator, step: string, submit = /^(?!)/): Promise<boolean> {
    const { page, onStuck } = this.#options
    const shown = content.filter({ visible: true })
    // A form that failed says so in an alert, and can be sent again.
    const wayOn = page
      .getByRole('button', { name: /^(Try Again|Try again|Reload|Retry|Refresh Page)\b/ })
      .or(page.locator('form:has([role=alert])').getByRole('button', { name: submit }))
      .filter({ visible: true })
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        await shown.or(wayOn).first().waitFor({ timeout: SCREEN_TIMEOUT_MS })
      } catch {
        // A comment or message that waits says so, and is sent by itself.
        const isWaiting = await page.getByText('Waiting to send').first().isVisible()
        if (!isWaiting) await onStuck(step)
        return false
      }
      if ((await shown.count()) > 0) return true
      const button = wayOn.first()
      await button.click({ timeout: 5_000 }).catch(() => undefined)
      await button.waitFor({ state: 'hidden', timeout: 5_000 }).catch(() => undefined)
    }
    return false
  }
}

/** A comment that the server has can be replied to. */
function getPostedComment(page: Page, text: string): Locator {
  return getComment(page, text).getByRole('button', { name: /^Reply to/ })
}

function getSentStatus(page: Page, text: string): Locator {
  return getDeliveryStatus(page, text).filter({ hasText: /^(Sent|Delivered|Read)$/ })
}

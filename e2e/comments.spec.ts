import type { Page } from '@playwright/test'
import { commentOf, countShown, formOf, held, newComment, replyTo } from './discussion.ts'
import { enter, postBy, say } from './members.ts'
import { expect, expectAccessibleInBothThemes, expectToFit, test } from './visit.ts'

const DEEPEST = 5
const NOBODY_YET = 'No comments yet. Be the first to comment!'

test(
  'the first comment is there at once, then kept, and counted on page and card',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    await page.goto('/posts')
    await page.getByRole('article', { name: tide.title }).getByText('Read More').click()
    await expect(page.getByText(NOBODY_YET)).toBeVisible()
    await expect(countShown(page)).toHaveText('Comments (0)')

    const way = await held(page, '**/api/comments')
    await newComment(page, 'What a *lovely* clock')
    const mine = commentOf(page, 'What a lovely clock')
    await expect(mine).toContainText('Sending...')
    await expect(page.getByText(NOBODY_YET)).toBeHidden()
    await expect(formOf(page, 'Add a comment').getByRole('textbox')).toHaveValue('')
    expect(await tide.comments()).toEqual([])
    way.open()

    await expect(mine).not.toContainText('Sending...')
    await expect(mine.getByRole('link', { name: ada.userName })).toBeVisible()
    await expect(countShown(page)).toHaveText('Comments (1)')
    await expect(page.getByLabel('About this post').getByText('1 comment')).toBeVisible()
    expect(await tide.comments()).toMatchObject([
      { content: 'What a *lovely* clock', author_id: ada.id },
    ])
    await page.goBack()
    await expect(page.getByRole('article', { name: tide.title })).toContainText('1 comment')
    await page.reload()
    await expect(page.getByRole('article', { name: tide.title })).toContainText('1 comment')
  },
)

test('nothing but blanks cannot be sent', { tag: '@phone' }, async ({ page, context }) => {
  const tide = await postBy(await enter(context, 'ada'))
  await page.goto(tide.address)
  const form = formOf(page, 'Add a comment')
  const submit = form.getByRole('button', { name: 'Post comment' })
  await expect(submit).toBeDisabled()
  await form.getByRole('textbox').fill(' \n\t  ')
  await expect(submit).toBeDisabled()
  await form.getByRole('textbox').press('Control+Enter')
  await form.getByRole('textbox').fill(' . ')
  await expect(submit).toBeEnabled()
  expect(await tide.comments()).toEqual([])
})

test(
  'too long a comment is said to be, and waits to be shortened',
  { tag: '@phone' },
  async ({ page, context }) => {
    const tide = await postBy(await enter(context, 'ada'))
    await page.goto(tide.address)
    const form = formOf(page, 'Add a comment')
    await form.getByRole('textbox').fill('\u{1f30a}'.repeat(2001))
    await form.getByRole('textbox').press('Control+Enter')
    await expect(form.getByText('Comment cannot be more than 2000 characters')).toBeVisible()
    await newComment(page, '\u{1f30a}'.repeat(2000))
    await expect(countShown(page)).toHaveText('Comments (1)')
    expect((await tide.comments())[0]?.content).toBe('\u{1f30a}'.repeat(2000))
  },
)

test(
  'replies open in place and nest six levels deep; the next stands beside',
  { tag: '@phone' },
  async ({ page, context }) => {
    const tide = await postBy(await enter(context, 'ada'))
    await page.goto(tide.address)
    await newComment(page, 'Level 0')
    for (let level = 1; level <= DEEPEST + 1; level += 1) {
      await expect(countShown(page)).toHaveText(`Comments (${level})`)
      await replyTo(page, `Level ${level - 1}`, `Level ${level}`)
      await expect(commentOf(page, `Level ${level}`)).toBeVisible()
    }
    await expect(countShown(page)).toHaveText('Comments (7)')
    const asShown = [0, 1, 2, 3, 4, 5, 5]
    expect(await nesting(page, 7)).toEqual(asShown)
    expect((await tide.comments()).map(({ depth }) => depth)).toEqual(asShown)
    await page.reload()
    await expect(commentOf(page, 'Level 6')).toBeVisible()
    expect(await nesting(page, 7)).toEqual(asShown)
    await expectToFit(page)
  },
)

test(
  'deep replies to the longest name fit the narrowest screen',
  { tag: '@phone' },
  async ({ page, context }) => {
    // With what `somebody` adds it is as long as names can be.
    const ada = await enter(context, 'w'.repeat(23))
    const tide = await postBy(ada)
    let parent: string | undefined
    for (let level = 0; level <= DEEPEST; level += 1) {
      parent = await say(tide, { by: ada, content: `Level ${level}`, parent })
    }
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(tide.address)
    await expect(commentOf(page, `Level ${DEEPEST}`)).toBeVisible()
    await expectToFit(page)
  },
)

async function nesting(page: Page, count: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, (_, level) =>
      commentOf(page, `Level ${level}`).evaluate((comment) => {
        let depth = 0
        for (let at = comment.parentElement?.closest('li[id]'); at; depth += 1) {
          at = at.parentElement?.closest('li[id]')
        }
        return depth
      }),
    ),
  )
}

test(
  'a thread closes and opens, and opens by itself for one’s own reply',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    const first = await say(tide, { by: ada, content: 'First of all' })
    const second = await say(tide, { by: ada, content: 'And second', parent: first })
    await say(tide, { by: ada, content: 'Third then', parent: second })
    await page.goto(tide.address)
    const toggle = commentOf(page, 'First of all').getByRole('button', { name: '2 replies' })
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')

    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(page.getByText('And second')).toBeHidden()
    await expect(page.getByText('Third then')).toBeHidden()
    await toggle.click()
    await expect(page.getByText('Third then')).toBeVisible()

    await toggle.click()
    await replyTo(page, 'First of all', 'Fourth now')
    await expect(page.getByText('Fourth now')).toBeVisible()
    await expect(page.getByText('Third then')).toBeVisible()
  },
)

test(
  'an own comment is changed in place and marked as edited',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    await say(tide, { by: ada, content: 'Tiem and tide' })
    await page.goto(tide.address)
    await choose(page, 'Tiem and tide', 'Edit')
    const form = formOf(page, 'Edit comment')
    await expect(form.getByRole('textbox')).toBeFocused()
    await expect(form.getByRole('textbox')).toHaveValue('Tiem and tide')
    await form.getByRole('textbox').fill('Time and tide')
    await form.getByRole('button', { name: 'Save' }).click()

    const changed = commentOf(page, 'Time and tide')
    await expect(changed).toContainText('edited')
    await expect(changed.getByRole('button', { name: 'Comment options' })).toBeFocused()
    expect((await tide.comments()).map(({ content }) => content)).toEqual(['Time and tide'])
    await page.reload()
    await expect(commentOf(page, 'Time and tide')).toContainText('edited')
  },
)

test(
  'deleting asks first; a stone stays where somebody replied, and goes with the last reply',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    const question = await say(tide, { by: ada, content: 'A question' })
    await say(tide, { by: ada, content: 'An answer', parent: question })
    await page.goto(tide.address)
    const dialog = page.getByRole('alertdialog')

    await choose(page, 'A question', 'Delete')
    await expect(dialog).toContainText('Are you sure you want to delete this comment?')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await expect(countShown(page)).toHaveText('Comments (2)')

    await choose(page, 'A question', 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    const stone = commentOf(page, 'This comment was deleted')
    await expect(stone).toBeVisible()
    await expect(page.getByText('A question')).toBeHidden()
    await expect(stone.getByRole('button', { name: /^Reply/ })).toHaveCount(1)
    await expect(countShown(page)).toHaveText('Comments (1)')
    expect(await tide.stats()).toEqual({ likes: 0, comments: 1 })

    await choose(page, 'An answer', 'Delete')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(NOBODY_YET)).toBeVisible()
    await expect(countShown(page)).toHaveText('Comments (0)')
    expect(await tide.comments()).toEqual([])
  },
)

async function choose(page: Page, content: string, deed: 'Edit' | 'Delete'): Promise<void> {
  await commentOf(page, content).getByRole('button', { name: 'Comment options' }).first().click()
  await page.getByRole('menuitem', { name: deed }).click()
}

test(
  'the floating button leads to the form, and is not in its way',
  { tag: '@phone' },
  async ({ page, context }) => {
    const tide = await postBy(await enter(context, 'ada'), { body: 'Long\n\n'.repeat(200) })
    await page.goto(tide.address)
    const button = page.getByRole('button', { name: 'Write a comment' })
    await expect(button).toBeInViewport()
    await button.click()
    const field = formOf(page, 'Add a comment').getByRole('textbox')
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport({ ratio: 1 })
    await expect(button).toBeHidden()
  },
)

test(
  'a long discussion is read on, page by page and thread by thread',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    const first = await say(tide, { by: ada, content: 'Thread 0' })
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        say(tide, { by: ada, content: `Reply ${n}`, parent: first }),
      ),
    )
    for (let n = 1; n <= 104; n += 1) await say(tide, { by: ada, content: `Thread ${n}` })
    await page.goto(tide.address)
    await expect(countShown(page)).toHaveText('Comments (165)')
    await expect(page.getByText(/^Reply \d+$/)).toHaveCount(20)
    await expect(page.getByText(/^Thread \d+$/)).toHaveCount(20)

    await page.getByRole('button', { name: 'Show more replies' }).click()
    await expect(page.getByText(/^Reply \d+$/)).toHaveCount(60)
    await expect(page.getByRole('button', { name: 'Show more replies' })).toBeHidden()

    for (const shown of [40, 60, 80, 100, 105]) {
      await page.getByRole('button', { name: 'Load more comments' }).click()
      await expect(page.getByText(/^Thread \d+$/)).toHaveCount(shown)
    }
    await expect(page.getByRole('button', { name: 'Load more comments' })).toBeHidden()
    await expect(page.getByText(/^Thread \d+$/)).toHaveText(
      (await tide.comments())
        .filter(({ parent_id }) => parent_id === null)
        .map(({ content }) => content),
    )
  },
)

test(
  'a discussion has no barrier, whatever is open in it, in either theme',
  { tag: '@phone' },
  async ({ page, context }) => {
    test.slow()
    const ada = await enter(context, 'ada')
    const tide = await postBy(ada)
    const first = await say(tide, { by: ada, content: '# Tides\n\n- [x] `ebb`\n- [ ] *flow*' })
    await say(tide, { by: ada, content: 'Below', parent: first })
    await page.goto(tide.address)
    await commentOf(page, 'Tides')
      .getByRole('button', { name: /^Reply/ })
      .first()
      .click()
    await choose(page, 'Below', 'Edit')
    await expectAccessibleInBothThemes(page)
    await formOf(page, 'Edit comment').getByRole('button', { name: 'Cancel' }).click()
    await choose(page, 'Below', 'Delete')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  },
)

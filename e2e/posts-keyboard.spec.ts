import { tabTo } from './keyboard.ts'
import { enter } from './members.ts'
import { newWord, postsOf } from './posts.ts'
import { expect, test } from './visit.ts'

test(
  'the keyboard alone writes a post, finds it, opens it, likes it, edits it and deletes it',
  { tag: '@phone' },
  async ({ page, context }) => {
    const ada = await enter(context, 'ada')
    const word = newWord()
    await page.goto('/posts/create')
    await tabTo(page, page.getByLabel('Title'))
    await page.keyboard.type(`Clock ${word}`)
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Type')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Showcase' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(page.getByLabel('Type')).toBeFocused()
    await expect(page.getByLabel('Type')).toHaveText('Seeking Contributors')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Written without a mouse')
    await tabTo(page, page.getByRole('button', { name: 'Create Project' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/posts')

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Projects')
    await page.keyboard.press('/')
    await expect(page.getByPlaceholder('Search posts...')).toBeFocused()
    await page.keyboard.type(word)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(1)
    await tabTo(page, page.getByRole('link', { name: 'Read More' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Clock ${word}`)

    const like = page.getByRole('button', { name: /^Like/ })
    await tabTo(page, like)
    await page.keyboard.press('Space')
    await expect(like).toHaveAttribute('aria-pressed', 'true')
    await expect(like).toHaveText('1 like')
    await tabTo(page, page.getByRole('link', { name: 'Edit' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByLabel('Title'))
    await page.keyboard.press('End')
    await page.keyboard.type(', edited')
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL('/my-posts')
    const card = page.getByRole('article', { name: `Clock ${word}, edited` })
    await expect(card.getByRole('button', { name: /^Like/ })).toHaveText('1')

    await tabTo(page, card.getByRole('button', { name: 'Delete' }))
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(card.getByRole('button', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Enter')
    await tabTo(page, dialog.getByRole('button', { name: 'Delete Post' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText("You haven't created any projects yet")).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    expect(await postsOf(ada)).toEqual([])
  },
)

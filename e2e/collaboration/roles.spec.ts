import {
  expect,
  expectAccessibleOnBothScreens,
  expectNoHorizontalScroll,
  test,
} from '../support/base-test.ts'
import { observeLayoutShift, readLayoutShift } from '../support/layout-shift.ts'
import { insertPost, signInNewMember } from '../support/members.ts'
import { generateWord, getPostCard } from '../support/posts.ts'

test('an owner adds a role, its card says so, and a visitor finds it among the roles', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  const skill = generateWord()

  await test.step('the owner adds it by keyboard', async () => {
    await page.goto(post.path)
    await page.getByRole('button', { name: 'Add a role' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add a role' })
    await expect(dialog.getByLabel('Title')).toBeFocused()
    await page.keyboard.type('Frontend developer')
    await dialog.getByLabel('What will they do?').fill('Draw the tide')
    await dialog.getByLabel('Skills', { exact: true }).fill(skill)
    await page.keyboard.press('Enter')
    await expectAccessibleOnBothScreens(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'Frontend developer' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectAccessibleOnBothScreens(page)
  })

  await test.step('the card says which skills are wanted', async () => {
    await page.goto('/my-posts')
    await expect(getPostCard(page, post.title)).toContainText(`1 role open · ${skill}`)
  })

  await test.step('a visitor finds it, reads its project, and is asked to log in', async () => {
    await using visitorContext = await browser.newContext()
    const visitor = await visitorContext.newPage()
    await observeLayoutShift(visitor)
    await visitor.goto(`/roles?skill=${skill}`)
    const row = visitor.getByRole('article', { name: 'Frontend developer' })
    await expect(row).toContainText('4 to 8 h a week · a few months · any time zone · Unpaid')
    expect(await readLayoutShift(visitor)).toBeLessThan(0.02)
    await expectAccessibleOnBothScreens(visitor)
    await visitor.setViewportSize({ width: 320, height: 640 })
    await expectNoHorizontalScroll(visitor)
    await row.getByRole('link', { name: 'Frontend developer', exact: true }).click()
    await expect(visitor).toHaveURL(new RegExp(`/p/${post.id}/.*\\?role=`))
    await expect(visitor.getByRole('listitem', { name: 'Frontend developer' })).toBeInViewport()
    await visitor.getByRole('link', { name: 'Ask to join', exact: true }).click()
    await expect(visitor).toHaveURL(new RegExp(`/login\\?next=.*${post.id}%3Fask%3D`))
  })

  await test.step('a paused role is found no more', async () => {
    await page.goto(post.path)
    await page.getByRole('button', { name: 'Options of Frontend developer' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expect(page.getByRole('listitem', { name: 'Frontend developer' })).toContainText('Paused')
    await page.goto(`/roles?skill=${skill}`)
    await expect(page.getByText('No open roles match.')).toBeVisible()
  })
})

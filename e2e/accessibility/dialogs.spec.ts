import { createRoleFixture } from '@dolph/api/testing/fixtures'
import type { Locator, Page } from '@playwright/test'
import { expect, test, testIgnoringConsole, waitForHydration } from '../support/base-test.ts'
import { insertConversation, insertMember } from '../support/conversation-fixtures.ts'
import { database, insertComment, insertPost, signInNewMember } from '../support/members.ts'
import { openMemberBrowser } from '../support/messaging.ts'
import { openProfileEditor, saveProfile, saveProfileByApi } from '../support/own-profile.ts'
import { createPhoto } from '../support/photo-fixtures.ts'

const WIDTH = 320
/** No place to break a line, and as long as the title of a role can be. */
const WORD = 'Harbourmaster'.padEnd(60, 'x')
const SKILL = 'Tidesandcharts'.padEnd(40, 'y')

test('no control of any dialog is outside of a narrow window, whatever the names on it', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: WIDTH, height: 640 })
  const ada = await signInNewMember(context, 'ada')
  const bo = await insertMember('bo')
  await insertConversation(ada, bo, [{ by: bo, content: WORD, at: new Date() }])
  const [own, other] = [
    await insertPost(ada, { title: WORD }),
    await insertPost(bo, { title: WORD }),
  ]
  for (const { id } of [own, other]) {
    await createRoleFixture(database, id, { title: WORD, skills: [SKILL] })
  }
  await makeOpenToJoin(bo.id)
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const chooseFromMenu = async (menu: string | RegExp, item: string | RegExp) => {
    await button(menu).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  await page.goto(own.path)
  await checkDialog(page, () => button('Add a role').click())
  await checkDialog(page, () => page.getByRole('button', { name: 'Project', exact: true }).click())
  await checkDialog(page, () => chooseFromMenu(/^Options of/, 'Edit'))
  await checkDialog(page, () => chooseFromMenu(/^Options of/, 'Delete'))
  await checkDialog(page, () => button(/^Share/).click())
  const address = page.getByRole('textbox', { name: 'Link to the public page' })
  await button(/^Share/).click()
  await address.click()
  expect(await address.evaluate((field) => field.scrollLeft), 'its start is shown').toBe(0)
  await page.keyboard.press('Escape')
  await checkDialog(page, () => button(/^Delete:/).click())

  await page.goto(other.path)
  await checkDialog(page, () => button(/^Ask to join/).click())
  await checkDialog(page, () => chooseFromMenu('Project options', 'Report'))
  await checkDialog(page, () => chooseFromMenu('Project options', /^Block/))

  await page.goto(`/profile/${bo.userName}`)
  await checkDialog(page, () => button(/^Invite/).click())
  await page.goto('/profile')
  await checkDialog(page, () => button('Open to join').click())

  await page.goto('/posts/create')
  await checkDialog(page, () => button('Start from GitHub or a README').click())
  await page.getByLabel('Title').fill(WORD)
  await checkDialog(page, () => button('Discard draft').click())
  await checkDialog(page, async () =>
    page.getByLabel('Cover file').setInputFiles(await createPhoto()),
  )

  await page.goto('/settings')
  await waitForHydration(page)
  await checkDialog(page, () => button('Delete account').click())
  await checkDialog(page, () => page.keyboard.press('?'))
  await checkDialog(page, () => page.keyboard.press('ControlOrMeta+k'))

  await page.goto('/messages')
  await checkDialog(page, () => button(/^Delete conversation/).click())
})

// The server refuses the change of the email until it is proved who asks, which the browser reports.
testIgnoringConsole(
  'the dialogs of a team, its room and its texts, of the account and of the menus of a phone fit a narrow window too',
  async ({ page, context, browser }) => {
    testIgnoringConsole.setTimeout(120_000)
    await page.setViewportSize({ width: WIDTH, height: 640 })
    const ada = await signInNewMember(context, 'ada')
    const bo = await insertMember('bo')
    await using cleo = await openMemberBrowser(browser, 'cleo')
    const own = await insertPost(ada, { title: WORD })
    const other = await insertPost(bo, { title: WORD })
    await database
      .insertInto('team_members')
      .values({ post_id: own.id, member_id: bo.id, role_title: WORD })
      .execute()
    const { id: room } = await database
      .selectFrom('rooms')
      .select('id')
      .where('post_id', '=', own.id)
      .executeTakeFirstOrThrow()
    await insertComment(own, { by: ada, content: WORD })
    await ada.call('POST', `/api/posts/${own.id}/updates`, { body: WORD })
    const roleId = await createRoleFixture(database, own.id, { title: WORD, skills: [SKILL] })
    const asked = await createRoleFixture(database, other.id, { title: WORD, skills: [SKILL] })
    await createRoleFixture(database, other.id, { title: SKILL, skills: [SKILL] })
    const request = { note: `${WORD} ${WORD}`, hours: 6, tempId: `temp-${crypto.randomUUID()}` }
    const reply = await cleo.call('POST', `/api/roles/${roleId}/join-requests`, request)
    expect(reply.status()).toBe(201)
    const button = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: typeof name === 'string' }).first()
    const chooseFromMenu = async (menu: string | RegExp, item: string) => {
      await button(menu).click()
      await page.getByRole('menuitem', { name: item }).click()
    }

    await page.goto(own.path)
    await checkDialog(page, () => chooseFromMenu(`Change ${bo.userName}`, 'Remove from the team'))
    await checkDialog(page, () => button('Delete update').click())
    await checkDialog(page, () => chooseFromMenu(/^Comment options/, 'Delete'))
    await checkDialog(page, () => button('Me').click())

    await checkDialog(page, async () => {
      await page.goto(`${other.path}?ask=${asked}`)
      await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Role' })).toBeVisible()
    })

    await page.goto('/posts/create')
    await page.getByLabel('Title').fill(WORD)
    await checkDialog(page, async () => {
      await button('Start from GitHub or a README').click()
      await page.getByLabel('README or .dolph.yml').last().fill(`# ${SKILL}\n\n${WORD}`)
      await button('Use this text').click()
      await expect(button('Replace what I typed')).toBeVisible()
    })

    await page.goto(`/messages/rooms/${room}`)
    await checkDialog(page, () => button('People and settings').click())

    await saveProfileByApi(ada, { firstName: 'Ada' })
    await openProfileEditor(page)
    await checkDialog(page, async () => {
      await page.getByLabel('Email', { exact: true }).fill(`new-${ada.userName}@example.test`)
      await saveProfile(page)
    })

    // On a phone the bell leads to a page.
    for (const path of ['/notifications', '/join-requests']) {
      await page.goto(path)
      await expect(button(/^Accept/)).toBeVisible()
      expect.soft(await findOutside(page.getByRole('main')), path).toEqual([])
    }

    await using visit = await browser.newContext({ viewport: { width: WIDTH, height: 640 } })
    const visitor = await visit.newPage()
    await visitor.goto('/')
    await waitForHydration(visitor)
    await checkDialog(visitor, () =>
      visitor.getByRole('button', { name: 'Menu', exact: true }).click(),
    )
  },
)

/** Opens a dialog, looks at all that can be pressed or typed into, and closes it. */
async function checkDialog(page: Page, open: () => Promise<unknown>): Promise<void> {
  await open()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveCSS('opacity', '1')
  const name = (await dialog.textContent())?.slice(0, 40)
  expect.soft(await findOutside(dialog), `outside of the window: ${name}`).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

/** The controls that a reader cannot reach by scrolling up and down. */
async function findOutside(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((element) => {
    const controls = element.querySelectorAll<HTMLElement>(
      'a, button, input, select, textarea, summary, [role=radio], [role=checkbox], [role=combobox], [role=tab]',
    )
    const visible = [...controls].filter((control) => control.checkVisibility())
    const sides = visible.filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      // Hidden inputs of styled controls are one pixel wide.
      return width > 1 && (left < 0 || right > innerWidth)
    })
    const heights = visible.filter((control) => {
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { top, bottom, height } = control.getBoundingClientRect()
      return height > 1 && (top < 0 || Math.min(bottom, top + innerHeight) > innerHeight)
    })
    return [...new Set([...sides, ...heights])].map(
      (control) => control.ariaLabel ?? control.textContent ?? control.tagName,
    )
  })
}

async function makeOpenToJoin(memberId: string): Promise<void> {
  await database
    .insertInto('availabilities')
    .values({
      member_id: memberId,
      hours: 6,
      zone: 'Europe/Berlin',
      rewards: ['unpaid'],
      until: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    })
    .execute()
}

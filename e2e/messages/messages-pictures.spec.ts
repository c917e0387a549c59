import { expect, expectAccessibleOnBothScreens, test } from '../support/base-test.ts'
import { signInNewMember } from '../support/members.ts'
import { getMessageField, openMemberBrowser } from '../support/messaging.ts'
import { createPhoto } from '../support/photo-fixtures.ts'

test(
  'a picture is sent, enlarged, refused to an outsider, and gone with its message',
  { tag: '@phone' },
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await using outsider = await openMemberBrowser(browser, 'carla')
    await bob.page.goto(`/messages/${ada.id}`)

    await page.goto(`/messages/${bob.id}`)
    await page.getByLabel('Picture files').setInputFiles(await createPhoto())
    const description = page.getByLabel('Describe picture 1')
    await description.fill('The tide clock')
    await expectAccessibleOnBothScreens(page)
    await page.reload()
    await expect(description).toHaveValue('The tide clock')
    await getMessageField(page, bob).fill('It runs!')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(description).toBeHidden()

    const picture = bob.page.getByRole('img', { name: 'The tide clock' })
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    await expectAccessibleOnBothScreens(bob.page)
    await bob.page.getByRole('link', { name: 'Enlarge picture: The tide clock' }).click()
    await expect(bob.page.getByRole('dialog')).toBeVisible()
    await bob.page.keyboard.press('Escape')

    const url = (await picture.getAttribute('src')) ?? ''
    expect((await bob.call('GET', url)).status()).toBe(200)
    expect((await outsider.call('GET', url)).status()).toBe(404)

    const own = page.locator('li[data-message]')
    await own.hover()
    await own.getByRole('button', { name: 'Options of' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(picture).toBeHidden()
    expect((await bob.call('GET', url)).status()).toBe(404)
  },
)

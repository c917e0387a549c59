import { enter, postBy } from './members.ts'
import { addLink, describe, expectFull, expectSaved, openEditor, save } from './own-profile.ts'
import { photo } from './photos.ts'
import { file, use } from './picture-field.ts'
import { expect, expectToFit, test } from './visit.ts'

test(
  'on a phone a profile is read, edited and given a picture, and everything fits',
  { tag: '@phone-only' },
  async ({ page, context, browser }) => {
    test.slow()
    const ada = await enter(context, 'ada')
    await describe(ada)
    await postBy(ada)
    await page.goto('/profile')
    await expectFull(page, ada)
    await expectToFit(page)
    await openEditor(page)
    await expectToFit(page)
    await addLink(page, 'Blog', 'https://blog.example')
    await file(page).setInputFiles(await photo())
    const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeInViewport({ ratio: 0.99 })
    await expectToFit(page)
    await use(page)
    await expect(page.getByText('Uploaded. Save your profile to keep it.')).toBeVisible()
    await expectToFit(page)
    await page.getByRole('button', { name: 'Remove link 3' }).tap()
    await save(page)
    await expectSaved(page)
    await expectFull(page, ada)

    await using elsewhere = await browser.newContext()
    const bob = await enter(elsewhere, 'bob')
    await describe(bob)
    await page.goto(`/profile/${bob.userName}`)
    await expectFull(page, bob)
    await expectToFit(page)
    await page.getByRole('link', { name: 'Message', exact: true }).tap()
    await expect(page).toHaveURL(`/messages/${bob.id}`)
  },
)

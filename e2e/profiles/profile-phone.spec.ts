import { signInNewMember, insertPost } from '../support/members.ts'
import {
  addSocialLink,
  saveProfileByApi,
  expectFullProfile,
  expectProfileSaved,
  openProfileEditor,
  saveProfile,
} from '../support/own-profile.ts'
import { createPhoto } from '../support/photo-fixtures.ts'
import { getPictureFileInput, confirmPicture } from '../support/picture-field.ts'
import { expect, expectNoHorizontalScroll, test } from '../support/base-test.ts'

test(
  'on a phone a profile can be viewed, edited and given a picture, and everything fits',
  { tag: '@phone-only' },
  async ({ page, context, browser }) => {
    test.slow()
    const ada = await signInNewMember(context, 'ada')
    await saveProfileByApi(ada)
    await insertPost(ada)
    await page.goto('/profile')
    await expectFullProfile(page, ada)
    await expectNoHorizontalScroll(page)
    await openProfileEditor(page)
    await expectNoHorizontalScroll(page)
    await addSocialLink(page, 'Blog', 'https://blog.example')
    await getPictureFileInput(page).setInputFiles(await createPhoto())
    const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
    await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeInViewport({ ratio: 0.99 })
    await expectNoHorizontalScroll(page)
    await confirmPicture(page)
    await expect(page.getByText('Uploaded. Save your profile to keep it.')).toBeVisible()
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Remove link 3' }).tap()
    await saveProfile(page)
    await expectProfileSaved(page)
    await expectFullProfile(page, ada)

    await using otherContext = await browser.newContext()
    const bob = await signInNewMember(otherContext, 'bob')
    await saveProfileByApi(bob)
    await page.goto(`/profile/${bob.userName}`)
    await expectFullProfile(page, bob)
    await expectNoHorizontalScroll(page)
    await page.getByRole('link', { name: 'Message', exact: true }).tap()
    await expect(page).toHaveURL(`/messages/${bob.id}`)
  },
)

import { signInNewMember, insertPost, insertComment } from '../support/members.ts'
import { toInitials } from '../support/picture-field.ts'
import {
  expectPictureLoaded,
  createPhoto,
  setProfilePictureByApi,
} from '../support/photo-fixtures.ts'
import { getPostCard, generateWord } from '../support/posts.ts'
import { expect, expectAccessibleOnBothScreens, testIgnoringConsole } from '../support/base-test.ts'

testIgnoringConsole(
  'visitors see cards with and without pictures, and likes; initials replace a picture that cannot be loaded',
  async ({ page, context, browser }) => {
    testIgnoringConsole.slow()
    await using bobContext = await browser.newContext()
    const bob = await signInNewMember(bobContext, 'bob')
    const pictureUrl = await setProfilePictureByApi(bobContext, await createPhoto())
    await using eveContext = await browser.newContext()
    const eve = await signInNewMember(eveContext, 'eve')
    const word = generateWord()
    const post = await insertPost(bob, { title: `${word} one` })
    await insertPost(eve, { title: `${word} two` })
    await insertComment(post, { by: bob, content: 'It ticks' })
    const liked = await bob.call('POST', `/api/posts/${post.id}/like`)
    expect(await liked.json()).toMatchObject({ success: true, likeCount: 1, isLiked: true })

    await page.goto(`/browse?q=${word}`)
    const card = getPostCard(page, `${word} one`)
    await expectPictureLoaded(card, pictureUrl)
    await expect(
      getPostCard(page, `${word} two`).getByText(toInitials(eve), { exact: true }),
    ).toBeVisible()
    await expect(card.getByText('1like')).toBeVisible()
    await expect(card.getByRole('button')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Like / })).toHaveCount(0)
    await expectAccessibleOnBothScreens(page)

    const ada = await signInNewMember(context, 'ada')
    await page.route('**/pictures/**', (route) => route.abort())
    const initials = page.getByRole('main').getByText(toInitials(bob), { exact: true })
    const colours = new Set<string>()
    for (const path of [`/posts?q=${word}`, post.path, `/profile/${bob.userName}`]) {
      await page.goto(path)
      await expect(initials.first()).toBeVisible()
      await expect(page.getByRole('main').locator('img').last()).toHaveCSS('opacity', '0')
      for (const element of await initials.all()) {
        colours.add(
          await element.evaluate(
            (text) => getComputedStyle(text.parentElement ?? text).backgroundColor,
          ),
        )
      }
    }
    expect(colours.size, 'a member has one colour').toBe(1)
    expect([...colours]).not.toEqual(['rgba(0, 0, 0, 0)'])
    // The avatar of a member without a picture is unaffected.
    await expect(page.getByRole('banner').getByText(toInitials(ada), { exact: true })).toBeVisible()
  },
)

import { getMessageField, readStoredMessages, getDeliveryStatus } from '../support/messaging.ts'
import { tabWithVisibleFocusTo } from '../support/keyboard.ts'
import { extractCode, waitForMail } from '../support/mailbox.ts'
import { database, insertPost } from '../support/members.ts'
import { PASSWORD, generateUser } from '../support/accounts.ts'
import { generateWord } from '../support/posts.ts'
import { insertMember } from '../support/conversation-fixtures.ts'
import { expect, test } from '../support/base-test.ts'

test('signing up, logging in, posting, commenting and messaging work by keyboard alone', async ({
  page,
}) => {
  test.setTimeout(60_000)
  const { keyboard } = page
  const getButton = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true })
  const ada = generateUser('ada')
  const bob = await insertMember('bob')
  const word = generateWord()
  const clock = await insertPost(bob, { title: `Tide clock ${word}` })

  await test.step('sign up', async () => {
    await page.goto('/')
    await tabWithVisibleFocusTo(
      page,
      page.getByRole('banner').getByRole('link', { name: 'Sign up' }),
    )
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/signup')
    for (const [label, text] of [
      ['First name', 'Ada'],
      ['Last name', 'Lovelace'],
      ['Username', ada.userName],
      ['Email', ada.email],
      ['Password', PASSWORD],
      ['Confirm password', PASSWORD],
    ] as const) {
      await tabWithVisibleFocusTo(page, page.getByLabel(label, { exact: true }))
      await keyboard.type(text)
    }
    await tabWithVisibleFocusTo(page, getButton('Create account'))
    await keyboard.press('Enter')
    await expect(page.getByLabel('Verification code')).toBeFocused()
    await keyboard.type(extractCode(await waitForMail(ada.email)))
  })

  await test.step('log in', async () => {
    await expect(page).toHaveURL(/\/login/, { timeout: 10_000 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back')
    await expect(page.getByLabel('Email')).toHaveValue(ada.email)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await keyboard.type(PASSWORD)
    await tabWithVisibleFocusTo(page, getButton('Log in'))
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/posts')
  })

  await test.step('create a post', async () => {
    await tabWithVisibleFocusTo(
      page,
      page.getByRole('banner').getByRole('link', { name: 'Create Post' }),
      'Shift+Tab',
    )
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/posts/create')
    await tabWithVisibleFocusTo(page, page.getByLabel('Title'))
    await keyboard.type(`A barometer ${word}`)
    await tabWithVisibleFocusTo(page, page.getByLabel('Post Type'))
    await keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Showcase' })).toBeFocused()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(page.getByLabel('Post Type')).toHaveText('Seeking Contributors')
    await tabWithVisibleFocusTo(page, page.getByLabel('Content'))
    await keyboard.type('It says **rain** before the clouds do.')
    await tabWithVisibleFocusTo(page, getButton('Create Project'))
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/posts')
  })

  await test.step('comment on another member’s post', async () => {
    await expect(page.getByRole('article', { name: `A barometer ${word}` })).toBeVisible()
    await keyboard.press('/')
    await expect(page.getByPlaceholder('Search posts...')).toBeFocused()
    await keyboard.type(`clock ${word}`)
    await keyboard.press('Enter')
    await expect(page.getByRole('article')).toHaveCount(1)
    await tabWithVisibleFocusTo(page, page.getByRole('link', { name: 'Read More' }))
    await keyboard.press('Enter')
    await expect(page).toHaveURL(clock.path)
    await tabWithVisibleFocusTo(page, page.getByLabel('Add a comment'))
    await keyboard.type('Does it tick?')
    await tabWithVisibleFocusTo(page, getButton('Post comment'))
    await keyboard.press('Enter')
    await expect(page.getByText('Does it tick?')).toBeVisible()
    await expect.poll(async () => (await clock.readComments()).length).toBe(1)
  })

  await test.step('send a message to its author', async () => {
    const author = page.getByRole('main').getByRole('link', { name: bob.userName })
    await tabWithVisibleFocusTo(page, author.first(), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(`/profile/${bob.userName}`)
    await tabWithVisibleFocusTo(
      page,
      page.getByRole('main').getByRole('link', { name: 'Message', exact: true }),
    )
    await keyboard.press('Enter')
    await expect(page).toHaveURL(`/messages/${bob.id}`)
    await expect(getMessageField(page, bob)).toBeFocused()
    await keyboard.type('I have a barometer for your clock')
    await keyboard.press('Enter')
    await expect(getDeliveryStatus(page, 'I have a barometer for your clock')).toHaveText('Sent')
    const adaRow = await database
      .selectFrom('members')
      .select('id')
      .where('username', '=', ada.userName)
      .executeTakeFirstOrThrow()
    expect(await readStoredMessages(adaRow, bob)).toHaveLength(1)
  })
})

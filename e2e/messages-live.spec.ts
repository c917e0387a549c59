import {
  arrive,
  bubble,
  connection,
  entryOf,
  expectSaid,
  expectUnread,
  fieldFor,
  findPerson,
  keptBetween,
  labelOf,
  openThread,
  tell,
  write,
} from './correspondence.ts'
import { enter } from './members.ts'
import { noisyTest, test } from './two-processes.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectAccessibleOnBothScreens,
  expectToFit,
} from './visit.ts'

test('a member is found by name and written to; both see delivered, read, typing and presence', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const ada = await enter(context, 'ada')
  const bob = await arrive(browser, 'bob')
  await bob.page.goto('/posts')
  await expectUnread(bob.page, 0)

  await page.goto('/messages')
  await expect(page.getByText('No conversations yet')).toBeVisible()
  await findPerson(page, bob)
  await expect(page).toHaveURL(`/messages/${bob.id}`)
  await expect(page.getByText(`Say hello to ${bob.userName}`)).toBeVisible()
  await write(page, 'Does it tick?')
  await expect(labelOf(page, 'Does it tick?')).toHaveText('Delivered')
  await expect(fieldFor(page, bob)).toHaveValue('')

  await expectUnread(bob.page, 1)
  await tell(ada, bob, 'Or hum?')
  await expectUnread(bob.page, 2)
  await expect(labelOf(page, 'Or hum?')).toHaveText('Delivered')
  await bob.page.goto('/messages')
  const entry = entryOf(bob.page, ada.userName)
  await expect(entry).toContainText('Or hum?')
  await expect(entry).toContainText('2 unread')
  await expect(labelOf(page, 'Or hum?')).toHaveText('Delivered')

  await entry.getByRole('link').click()
  await expectSaid(bob.page, ['Does it tick?', 'Or hum?'])
  await expect(labelOf(page, 'Does it tick?')).toHaveText('Read')
  await expect(labelOf(page, 'Or hum?')).toHaveText('Read')
  await expectUnread(bob.page, 0)

  const typing = page.getByText(`${bob.userName} is typing…`)
  await expect(typing).toBeHidden()
  await fieldFor(bob.page, ada).pressSequentially('It hums')
  await expect(typing).toBeVisible()
  await bob.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(typing).toBeHidden()
  await expectSaid(page, ['Does it tick?', 'Or hum?', 'It hums'])
  await expectSaid(bob.page, ['Does it tick?', 'Or hum?', 'It hums'])
  await expect(labelOf(bob.page, 'It hums')).toHaveText('Read')
  await expectUnread(page, 0)

  // What is typed too soon after the last message is not sent to the other.
  await expect(async () => {
    await fieldFor(bob.page, ada).press('.')
    await expect(typing).toBeVisible({ timeout: 500 })
  }).toPass()
  await expectAccessibleOnBothScreens(page)

  await page.reload()
  const online = page.getByText('Online', { exact: true })
  await expect(online).toBeVisible()
  // A member who goes from page to page stays online.
  await bob.page.goto('/profile')
  await expectUnread(bob.page, 0)
  await expect(online).toBeVisible()
  await bob.context.close()
  await expect(page.getByText(/^Last seen /)).toBeVisible({ timeout: 15_000 })
  await expect(online).toBeHidden()
})

noisyTest(
  'without a connection what is typed stays, what is sent fails, and everything arrives once after it',
  async ({ page, context, browser }) => {
    const ada = await enter(context, 'ada')
    await using bob = await arrive(browser, 'bob')
    await tell(bob, ada, 'Are you on the train?')
    await openThread(page, bob)
    await openThread(bob.page, ada)
    await expect(connection(page)).toHaveText('Connected')
    await fieldFor(page, bob).fill('In the tunnel')

    await context.setOffline(true)
    await expect(connection(page)).toHaveText('Reconnecting…')
    await expect(page.getByText('Online', { exact: true })).toBeHidden()
    await expect(fieldFor(page, bob)).toHaveValue('In the tunnel')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(labelOf(page, 'In the tunnel')).toHaveText('Failed')
    await expect(bubble(page, 'In the tunnel')).toContainText(
      'Failed to send message. Please try again.',
    )
    await write(page, 'Behind it')
    await expect(labelOf(page, 'Behind it')).toHaveText('Failed')
    await expectAccessibleInBothThemes(page)
    await expectToFit(page)

    await fieldFor(page, bob).fill('and dark')
    await bubble(page, 'In the tunnel').getByRole('button', { name: 'Retry' }).click()
    await expect(fieldFor(page, bob)).toHaveValue('In the tunnel\nand dark')
    await expect(fieldFor(page, bob)).toBeFocused()
    await expectSaid(page, ['Are you on the train?', 'Behind it'])
    expect(await keptBetween(ada, bob)).toHaveLength(1)

    await context.setOffline(false)
    await expect(connection(page)).toHaveText('Connected')
    await expect(labelOf(page, 'Behind it')).toHaveText('Read')
    await fieldFor(page, bob).fill('In the tunnel')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(labelOf(page, 'In the tunnel')).toHaveText('Read')
    const said = ['Are you on the train?', 'Behind it', 'In the tunnel']
    await expectSaid(page, said)
    await expectSaid(bob.page, said)
    expect((await keptBetween(ada, bob)).map(({ content }) => content)).toEqual(said)
    await page.reload()
    await expectSaid(page, said)
  },
)

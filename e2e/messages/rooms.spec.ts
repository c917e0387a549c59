import { expect, expectAccessibleOnBothScreens, test } from '../support/base-test.ts'
import { database, insertPost, signInNewMember, type Member } from '../support/members.ts'
import { getMessageField, openMemberBrowser } from '../support/messaging.ts'

test('a team writes in its room; a third sees where the history starts, and one who leaves receives nothing more', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const ada = await signInNewMember(context, 'ada')
  const post = await insertPost(ada)
  await using bob = await openMemberBrowser(browser, 'bob')
  await using carla = await openMemberBrowser(browser, 'carla')
  await setOnTeam(post.id, bob, true)
  const room = await findRoomPath(post.id)
  const field = getMessageField(page, { userName: post.title })

  await page.goto('/messages')
  await page.getByRole('region', { name: 'Teams' }).getByRole('link', { name: post.title }).click()
  await expect(page).toHaveURL(room)
  await bob.page.goto(room)
  await expect(bob.page.getByText(`${bob.userName} joined`)).toBeVisible()
  await field.fill('Masts are in the shed')
  await field.press('Enter')
  const bobLog = bob.page.getByRole('region', { name: `Team ${post.title}` })
  await expect(bobLog.getByText('Masts are in the shed')).toBeVisible()
  await expect(page.getByText(`Read by ${bob.userName}`)).toBeVisible()

  await setOnTeam(post.id, carla, true)
  await carla.page.goto(room)
  await expect(carla.page.getByText('Earlier messages are not shown')).toBeVisible()
  await expect(carla.page.getByText('Masts are in the shed')).toHaveCount(0)
  const carlaField = getMessageField(carla.page, { userName: post.title })
  await carlaField.fill('I bring the paint')
  await carlaField.press('Enter')
  await expect(page.getByRole('region', { name: `Team ${post.title}` })).toContainText(
    'I bring the paint',
  )
  await expectAccessibleOnBothScreens(page)

  await setOnTeam(post.id, carla, false)
  await expect(carla.page.getByText('Room not found')).toBeVisible()
  await bob.page.goto('/notifications')
  await field.pressSequentially(`Without Carla, @${bob.userName.slice(0, -1)}`)
  await expect(page.getByRole('option', { name: bob.userName })).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue(`Without Carla, @${bob.userName} `)
  await field.press('Enter')
  await bob.page.getByRole('link', { name: /mentioned you in the room of/ }).click()
  await expect(bobLog).toContainText('Without Carla')
  await carla.page.goto('/messages')
  await expect(carla.page.getByText('No conversations yet')).toBeVisible()
  await expect(carla.page.getByText('Teams')).toHaveCount(0)
})

async function setOnTeam(postId: string, { id }: Pick<Member, 'id'>, isOn: boolean) {
  await database
    .insertInto('team_members')
    .values({ post_id: postId, member_id: id, role_title: 'Tester' })
    .onConflict((conflict) =>
      conflict
        .columns(['post_id', 'member_id'])
        .doUpdateSet({ left_at: isOn ? null : new Date().toISOString() }),
    )
    .execute()
}

async function findRoomPath(postId: string): Promise<string> {
  const { id } = await database
    .selectFrom('rooms')
    .select('id')
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  return `/messages/rooms/${id}`
}

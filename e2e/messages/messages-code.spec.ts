import { expect, expectAccessibleOnBothScreens, test } from '../support/base-test.ts'
import { signInNewMember } from '../support/members.ts'
import {
  getMessage,
  getMessageField,
  openMemberBrowser,
  sendMessage,
  sendMessageByApi,
} from '../support/messaging.ts'

const CODE = 'const tide = "low"'

test(
  'code is sent with its block, copied, and answered',
  { tag: '@phone' },
  async ({ page, context, browser }) => {
    const ada = await signInNewMember(context, 'ada')
    await using bob = await openMemberBrowser(browser, 'bob')
    await bob.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await sendMessageByApi(ada, bob, 'No marks here')
    const loaded: string[] = []
    bob.page.on('request', (request) => loaded.push(request.url()))
    await bob.page.goto(`/messages/${ada.id}`)
    await expect(getMessage(bob.page, 'No marks here')).toBeVisible()
    expect(loaded.filter((url) => url.includes('markdown'))).toEqual([])

    await page.goto(`/messages/${bob.id}`)
    await getMessageField(page, bob).fill(`\`\`\`ts\n${CODE}\n\`\`\``)
    await expect(page.getByText('Sent with its formatting')).toBeVisible()
    await page.getByRole('button', { name: 'Send' }).click()

    const received = getMessage(bob.page, CODE)
    await expectAccessibleOnBothScreens(bob.page)
    await received.getByRole('button', { name: 'Copy code' }).click()
    await expect(received.getByRole('status')).toHaveText('Copied')
    const field = getMessageField(bob.page, ada)
    await field.press('ControlOrMeta+V')
    await expect(field).toHaveValue(CODE)
    await field.clear()

    await received.hover()
    await received.getByRole('button', { name: 'Options of' }).click()
    await bob.page.getByRole('menuitem', { name: 'Reply' }).click()
    await expect(field).toBeFocused()
    await sendMessage(bob.page, 'Works, thank you')
    const answer = getMessage(page, 'Works, thank you')
    await answer.getByRole('button', { name: `Answers You: ${CODE}` }).click()
    await expect(getMessage(page, CODE).first()).toBeInViewport()
  },
)

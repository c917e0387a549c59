import { SAMPLE_PASSWORD } from '@dolph/api/seed/seed'
import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleOnBothScreens,
  expectAnnouncement,
  testIgnoringConsole as test,
} from '../support/base-test.ts'
import { waitForMail } from '../support/mailbox.ts'
import { database, signInNewMember } from '../support/members.ts'
import { setSamplePassword } from '../support/sessions.ts'

test(
  'a passkey is added and named, signs in by the button and in the email field, gives proof, and is removed',
  { tag: '@phone' },
  async ({ page, context }) => {
    test.setTimeout(120_000)
    const ada = await signInNewMember(context, 'ada')
    await setSamplePassword(ada)
    await page.goto('/settings')
    const section = page.getByRole('region', { name: 'Passkeys' })
    await expect(section.getByText('You have no passkey yet.')).toBeVisible()
    let authenticator = await addVirtualAuthenticator(page)
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })

    await section.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(SAMPLE_PASSWORD)
    await page.keyboard.press('Enter')
    const name = section.getByLabel('Name of the passkey')
    await expect(name).toBeFocused()
    await expect(name).toHaveValue('Chrome on Linux')
    await page.keyboard.type('Desk')
    await page.keyboard.press('Enter')
    await expect(section.getByText('Desk')).toBeVisible()
    await expect(section.getByText('not used yet')).toBeVisible()
    let credentials = await authenticator.readCredentials()
    expect((await waitForMail(`${ada.userName.toLowerCase()}@example.test`)).subject).toBe(
      'A passkey was added to your Dolph account',
    )
    await expectAccessibleOnBothScreens(page)

    // The cookies are gone, the passkey is not.
    await context.clearCookies()
    await page.goto('/login')
    await expect(button).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    authenticator = await addVirtualAuthenticator(page, credentials, authenticator)
    await button.click()
    await expectAnnouncement(page, 'Successfully logged in!')
    await expect(page).toHaveURL('/posts')
    await expect.poll(() => countSignIns(ada.id)).toBe(1)
    credentials = await authenticator.readCredentials()

    // The browser offers it in the email field; the virtual authenticator chooses at once.
    await context.clearCookies()
    await page.goto('/about')
    authenticator = await addVirtualAuthenticator(page, credentials, authenticator)
    await page.goto('/login?next=/settings')
    await page.getByLabel('Email').focus()
    await expect(page).toHaveURL('/settings')
    expect(await countSignIns(ada.id)).toBe(2)

    authenticator = await addVirtualAuthenticator(page, countUp(credentials), authenticator)
    await section.getByRole('button', { name: 'Remove Desk' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible()
    await expectAccessibleOnBothScreens(page)
    authenticator = await addVirtualAuthenticator(page, countUp(credentials), authenticator)
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(section.getByText('You have no passkey yet.')).toBeVisible()
    credentials = await authenticator.readCredentials()

    // The authenticator still has it, and Dolph does not know it.
    await context.clearCookies()
    await page.goto('/login')
    await expect(button).toBeVisible()
    await addVirtualAuthenticator(page, credentials, authenticator)
    await button.click()
    await expect(page.getByRole('alert')).toHaveText(
      'This passkey is not known here. Log in with your password and add it.',
    )
  },
)

/** Gives the page an authenticator that verifies the person by itself, with these passkeys, in place of the one before. */
async function addVirtualAuthenticator(
  page: Page,
  credentials: Credential[] = [],
  previous?: { remove: () => Promise<void> },
) {
  await previous?.remove()
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of credentials)
    await client.send('WebAuthn.addCredential', { authenticatorId, credential })
  return {
    readCredentials: async (): Promise<Credential[]> =>
      (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** A page may have lost it by itself. */
    remove: async () => {
      await client.send('WebAuthn.disable').catch(() => undefined)
      await client.detach().catch(() => undefined)
    },
  }
}

interface Credential {
  credentialId: string
  isResidentCredential: boolean
  privateKey: string
  signCount: number
}

/** As after some uses that were not read. */
function countUp(credentials: Credential[]): Credential[] {
  return credentials.map((credential) => ({ ...credential, signCount: credential.signCount + 10 }))
}

async function countSignIns(memberId: string): Promise<number> {
  const rows = await database
    .selectFrom('account_events')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', 'signed-in')
    .where('method', '=', 'passkey')
    .execute()
  return rows.length
}

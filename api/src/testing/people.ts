import { logIn, signUp, verifyCode } from '@dolph/contract/accounts'
import { unseal } from '../mail/seal.ts'
import type { Browser } from './browser.ts'
import type { startApp } from './start-app.ts'

type Api = Awaited<ReturnType<typeof startApp>>

export const PASSWORD = 'Correct horse 7'

export function formOf(userName: string) {
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    Email: `${userName.toLowerCase()}@example.test`,
    userName,
    Password: PASSWORD,
    confirmPassword: PASSWORD,
  }
}

interface WaitingMail {
  template: string
  code?: string
  token?: string
}

/** What waits to be sent to this address, oldest first. */
export async function mailsTo({ db, mailer }: Api, email: string): Promise<WaitingMail[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['key', 'template', 'payload'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ key, template, payload }) => ({
    template,
    ...(payload && JSON.parse(unseal(mailer.sealKey, key, payload))),
  }))
}

export async function newestMail(api: Api, email: string): Promise<WaitingMail> {
  const mail = (await mailsTo(api, email)).at(-1)
  if (!mail) throw new Error(`Nothing was sent to ${email}`)
  return mail
}

/** A verified member's browser, signed in the long way: form, mail, code, password. */
export async function memberOf(api: Api, userName: string): Promise<Browser> {
  const browser = api.browser()
  const form = formOf(userName)
  await browser.call(signUp, { body: form })
  const { code = '' } = await newestMail(api, form.Email)
  await browser.call(verifyCode, { body: { email: form.Email, code } })
  await browser.call(logIn, { body: { email: form.Email, password: PASSWORD } })
  return browser
}

import {
  addPasskey,
  logInWithPasskey,
  startPasskey,
  startPasskeyLogin,
} from '@dolph/contract/accounts/passkeys'
import type { Browser } from '../browser.ts'
import { proveMember } from '../sign-up-member.ts'
import type { Forgery, SoftwareAuthenticator } from './software-authenticator.ts'

/** Gives proof with the password and adds a passkey; returns it as the API lists it. */
export async function addPasskeyFixture(browser: Browser, authenticator: SoftwareAuthenticator) {
  await proveMember(browser)
  const { data: options } = await browser.call(startPasskey, {})
  const credential = authenticator.create(options)
  return (await browser.call(addPasskey, { body: { credential } })).data
}

/** Tries to sign the browser in with the newest passkey of the authenticator. */
export async function sendPasskeyLogin(
  browser: Browser,
  authenticator: SoftwareAuthenticator,
  forgery: Forgery = {},
) {
  const { data: options } = await browser.call(startPasskeyLogin, {})
  const credential = authenticator.sign(options, forgery)
  return browser.send(logInWithPasskey, { body: { credential } })
}

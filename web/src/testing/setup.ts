import './disable-owner-stacks.ts'
import '../lib/zod-setup.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { clearCsrfToken } from '../lib/api/csrf-token.ts'
import { setAccountSwitch, setPageMemberSource } from '../lib/page-member.ts'
import { fakeApi } from './fake-api.ts'
import { installFakeSockets, resetFakeSockets } from './fake-socket.ts'

// Parts of pages are loaded lazily, which can be slow on a busy machine.
configure({ asyncUtilTimeout: 5_000 })
beforeAll(() => {
  // Testing Library sets this only for the first file of a worker, and files of one worker share their modules.
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  fakeApi.listen({ onUnhandledFrame: 'error' })
  installFakeSockets()
  // happy-dom has the class without the functions; `installFakePasskeys` gives a test both.
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  // Reports of errors leave the page by a beacon, which the fake API cannot answer.
  navigator.sendBeacon = () => true
})
afterEach(() => {
  cleanup()
  fakeApi.resetHandlers()
  resetFakeSockets()
  localStorage.clear()
  sessionStorage.clear()
  clearCookies()
  clearCsrfToken()
  setAccountSwitch(undefined)
  setPageMemberSource(() => undefined)
  delete document.documentElement.dataset['theme']
})
afterAll(() => fakeApi.close())

function clearCookies() {
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`
  }
}

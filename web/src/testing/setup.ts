import '../lib/zod-setup.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { clearCsrfToken } from '../lib/api.ts'
import { fakeApi } from './fake-api.ts'
import { installFakeSockets, resetFakeSockets } from './fake-socket.ts'

// Parts of pages load when they are needed, and a busy machine takes its time.
configure({ asyncUtilTimeout: 5_000 })
beforeAll(() => {
  fakeApi.listen({ onUnhandledFrame: 'error' })
  installFakeSockets()
})
afterEach(() => {
  cleanup()
  fakeApi.resetHandlers()
  resetFakeSockets()
  localStorage.clear()
  sessionStorage.clear()
  clearCookies()
  clearCsrfToken()
  delete document.documentElement.dataset['theme']
})
afterAll(() => fakeApi.close())

function clearCookies() {
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`
  }
}

import '../lib/zod-setup.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { forgetCsrfToken } from '../lib/api.ts'
import { fakeApi } from './fake-api.ts'
import { fakeSockets, forgetSockets } from './fake-socket.ts'

// Parts of pages load when they are needed, and a busy machine takes its time.
configure({ asyncUtilTimeout: 5_000 })
beforeAll(() => {
  fakeApi.listen({ onUnhandledFrame: 'error' })
  fakeSockets()
})
afterEach(() => {
  cleanup()
  fakeApi.resetHandlers()
  forgetSockets()
  localStorage.clear()
  sessionStorage.clear()
  dropCookies()
  forgetCsrfToken()
  delete document.documentElement.dataset['theme']
})
afterAll(() => fakeApi.close())

function dropCookies() {
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`
  }
}

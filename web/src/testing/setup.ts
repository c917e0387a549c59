import '../lib/zod-setup.ts'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { fakeApi } from './fake-api.ts'

beforeAll(() => fakeApi.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  fakeApi.resetHandlers()
  localStorage.clear()
  delete document.documentElement.dataset['theme']
})
afterAll(() => fakeApi.close())

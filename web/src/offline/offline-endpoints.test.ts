import * as accounts from '@dolph/contract/accounts'
import * as comments from '@dolph/contract/comments'
import type { Endpoint } from '@dolph/contract/endpoint'
import * as messaging from '@dolph/contract/messaging'
import * as people from '@dolph/contract/people'
import * as posts from '@dolph/contract/posts'
import * as profiles from '@dolph/contract/profiles'
import { expect, test } from 'vitest'
import {
  isAvailableOffline,
  OFFLINE_ENDPOINTS,
  SIGN_IN_ENDPOINTS,
  SIGN_OUT_ENDPOINTS,
  isSignInRequest,
  isSignOutRequest,
} from './offline-endpoints.ts'

const ID = '01932dad-55f0-7c01-9923-d974d6c5fc09'
const endpoints = [accounts, comments, messaging, people, posts, profiles]
  .flatMap((part) => Object.values(part))
  .filter((each): each is Endpoint => typeof each === 'object' && 'url' in each && 'method' in each)

test('only calls of the contract are kept, and only such that read', () => {
  const reading = endpoints.filter(({ method }) => method === 'GET').map(({ url }) => url)
  expect(OFFLINE_ENDPOINTS.filter((call) => !reading.some((url) => url === call))).toEqual([])
})

test('who signs in and out is known by calls of the contract', () => {
  const writing = endpoints.filter(({ method }) => method !== 'GET').map(({ url }) => url)
  const known = [...SIGN_IN_ENDPOINTS, ...SIGN_OUT_ENDPOINTS]
  expect(known.filter((call) => !writing.some((url) => url === call))).toEqual([])
})

test.each([
  '/api/users/me',
  '/api/posts/browse?type=showcase&cursor=abc',
  `/api/posts/auth/${ID}`,
  '/api/posts/user/me',
  `/api/posts/user/${ID}?limit=5`,
  `/api/comments/post/${ID}`,
  '/api/profile/me',
  '/api/profile/user/ada',
  '/api/messages/conversations?limit=20',
  `/api/messages?conversationWith=${ID}&before=${ID}`,
  `/api/messages/sync?conversationWith=${ID}&lastSyncTime=9999-12-31T23%3A59%3A59.999Z`,
])('%s is kept', (path) => {
  expect(isAvailableOffline(toUrl(path))).toBe(true)
})

test.each([
  '/api/csrf-token',
  '/api/users/sessions',
  '/api/users/search?username=bo',
  '/api/users/auth/google/sign-up',
  '/api/users/verify-email/token',
  '/api/posts/browse?q=tide',
  `/api/posts/${ID}`,
  '/api/profile/skills?q=ru',
  `/api/messages/sync?conversationWith=${ID}&lastSyncTime=2026-11-15T12%3A00%3A00.000Z`,
  `/api/messages/search?conversationWith=${ID}&q=tide`,
  '/healthz',
])('%s is not', (path) => {
  expect(isAvailableOffline(toUrl(path))).toBe(false)
})

test('signing in is known by password and by Google, there and back', () => {
  expect(isSignInRequest('POST', toUrl('/api/users/login'))).toBe(true)
  expect(isSignInRequest('GET', toUrl('/api/users/auth/google?next=%2F'))).toBe(true)
  expect(isSignInRequest('GET', toUrl('/api/users/auth/google/callback?code=1'))).toBe(true)
  expect(isSignInRequest('POST', toUrl('/api/users/auth/google/sign-up'))).toBe(true)
  expect(isSignInRequest('GET', toUrl('/api/users/auth/google/sign-up'))).toBe(false)
})

test('signing out is logging out and deleting the account', () => {
  expect(isSignOutRequest('POST', toUrl('/api/users/logout'))).toBe(true)
  expect(isSignOutRequest('DELETE', toUrl('/api/profile/delete-account'))).toBe(true)
  expect(isSignOutRequest('DELETE', toUrl(`/api/posts/${ID}`))).toBe(false)
})

function toUrl(path: string): URL {
  return new URL(path, 'https://dolph.test')
}

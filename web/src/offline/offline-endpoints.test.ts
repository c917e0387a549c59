import * as accounts from '@dolph/contract/accounts/accounts'
import * as comments from '@dolph/contract/comments/comments'
import type { Endpoint } from '@dolph/contract/endpoint'
import * as github from '@dolph/contract/accounts/github'
import * as providerSignUp from '@dolph/contract/accounts/provider-sign-up'
import * as imports from '@dolph/contract/imports/imports'
import * as joinRequests from '@dolph/contract/join-requests/join-requests'
import * as messaging from '@dolph/contract/messaging/messaging'
import * as notifications from '@dolph/contract/notifications/notifications'
import * as onboarding from '@dolph/contract/accounts/onboarding'
import * as people from '@dolph/contract/people/people'
import * as posts from '@dolph/contract/posts/posts'
import * as profiles from '@dolph/contract/profiles/profiles'
import * as projects from '@dolph/contract/projects/projects'
import * as rooms from '@dolph/contract/rooms/rooms'
import * as roles from '@dolph/contract/roles/roles'
import * as skillPages from '@dolph/contract/skills/skill-pages'
import * as updates from '@dolph/contract/updates/updates'
import * as viewer from '@dolph/contract/accounts/viewer'
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
const endpoints = [
  accounts,
  comments,
  github,
  providerSignUp,
  imports,
  joinRequests,
  messaging,
  notifications,
  onboarding,
  people,
  posts,
  profiles,
  projects,
  roles,
  rooms,
  skillPages,
  updates,
  viewer,
]
  .flatMap((contractModule) => Object.values(contractModule))
  .filter((each): each is Endpoint => typeof each === 'object' && 'url' in each && 'method' in each)

test('offline endpoints are endpoints of the contract that only read', () => {
  const readUrls = endpoints.filter(({ method }) => method === 'GET').map(({ url }) => url)
  expect(OFFLINE_ENDPOINTS.filter((endpoint) => !readUrls.some((url) => url === endpoint))).toEqual(
    [],
  )
})

test('sign-in and sign-out endpoints are endpoints of the contract that write', () => {
  const writeUrls = endpoints.filter(({ method }) => method !== 'GET').map(({ url }) => url)
  const sessionEndpoints = [...SIGN_IN_ENDPOINTS, ...SIGN_OUT_ENDPOINTS]
  expect(sessionEndpoints.filter((endpoint) => !writeUrls.some((url) => url === endpoint))).toEqual(
    [],
  )
})

test.each([
  '/api/users/me',
  '/api/posts/browse?type=showcase&cursor=abc',
  `/api/posts/auth/${ID}`,
  '/api/posts/user/me',
  `/api/posts/user/${ID}?limit=5`,
  `/api/comments/post/${ID}`,
  `/api/posts/${ID}/roles`,
  '/api/roles?topic=games',
  '/api/profile/me',
  '/api/profile/user/ada',
  '/api/messages/conversations?limit=20',
  `/api/messages?conversationWith=${ID}&before=${ID}`,
  '/api/notifications?limit=10',
  '/api/join-requests?box=sent&state=waiting',
  `/api/posts/${ID}/team`,
  `/api/posts/${ID}/updates`,
  `/api/messages/sync?conversationWith=${ID}&from=newest`,
  '/api/rooms?limit=100',
  `/api/rooms/${ID}`,
  `/api/rooms/${ID}/messages?before=${ID}`,
  `/api/rooms/${ID}/sync?from=newest`,
])('%s is available offline', (path) => {
  expect(isAvailableOffline(toUrl(path))).toBe(true)
})

test.each([
  '/api/csrf-token',
  '/api/users/sessions',
  '/api/users/activity',
  '/api/users/search?username=bo',
  '/api/users/auth/google/sign-up',
  '/api/users/auth/github/sign-up',
  '/api/imports/repositories',
  '/api/users/verify-email/token',
  '/api/posts/browse?q=tide',
  '/api/roles?skill=rust',
  `/api/posts/${ID}`,
  '/api/profile/skills?q=ru',
  `/api/messages/sync?conversationWith=${ID}&lastSyncTime=2026-11-15T12%3A00%3A00.000Z`,
  `/api/messages/search?conversationWith=${ID}&q=tide`,
  `/api/rooms/${ID}/sync?lastSyncTime=2026-11-15T12%3A00%3A00.000Z`,
  `/api/rooms/${ID}/search?q=tide`,
  '/api/notifications/settings',
  `/api/posts/${ID}/mute`,
  '/healthz',
])('%s is not available offline', (path) => {
  expect(isAvailableOffline(toUrl(path))).toBe(false)
})

test('a sign-in is recognized by password, with Google and with GitHub, including the callbacks', () => {
  expect(isSignInRequest('POST', toUrl('/api/users/login'))).toBe(true)
  expect(isSignInRequest('GET', toUrl('/api/users/auth/github'))).toBe(true)
  expect(isSignInRequest('GET', toUrl('/api/users/auth/github/callback?code=1'))).toBe(true)
  expect(isSignInRequest('POST', toUrl('/api/users/auth/github/connection'))).toBe(false)
  expect(isSignInRequest('GET', toUrl('/api/users/auth/google?next=%2F'))).toBe(true)
  expect(isSignInRequest('GET', toUrl('/api/users/auth/google/callback?code=1'))).toBe(true)
  expect(isSignInRequest('POST', toUrl('/api/users/auth/google/sign-up'))).toBe(true)
  expect(isSignInRequest('GET', toUrl('/api/users/auth/google/sign-up'))).toBe(false)
})

test('logging out and deleting the account count as signing out', () => {
  expect(isSignOutRequest('POST', toUrl('/api/users/logout'))).toBe(true)
  expect(isSignOutRequest('DELETE', toUrl('/api/profile/delete-account'))).toBe(true)
  expect(isSignOutRequest('DELETE', toUrl(`/api/posts/${ID}`))).toBe(false)
})

function toUrl(path: string): URL {
  return new URL(path, 'https://dolph.test')
}

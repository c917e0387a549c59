import { describe, expect, test } from 'vitest'
import { buildLoginPath } from './login-path.ts'
import { buildAccountPath, consumeNextPath, sanitizeNextPath, storeNextPath } from './next-path.ts'

describe('after signing in', () => {
  test.each(['/posts/create', '/messages/0198?x=1#top', '/profile/ada', '/my-posts?view=list'])(
    '%s is opened',
    (path) => {
      expect(sanitizeNextPath(path)).toBe(path)
    },
  )

  test.each([
    null,
    '',
    'posts',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    'https://evil.example',
    'HTTPS:evil.example',
    'javascript:alert(1)',
    '/./\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/login',
    '/login?next=/login',
    '/signup?next=/posts',
    '/\u0000',
  ])('%j is replaced by the dashboard', (path) => {
    expect(sanitizeNextPath(path)).toBe('/posts')
  })
})

test('the login path contains the whole path to return to', () => {
  const path = buildLoginPath({ pathname: '/posts', search: '?sort=likes', hash: '#top' })
  expect(new URL(path, 'http://test').searchParams.get('next')).toBe('/posts?sort=likes#top')
})

test.each([
  ['/p/7/reef?x=1#a', '/signup?next=%2Fp%2F7%2Freef%3Fx%3D1%23a'],
  ['/posts', '/signup'],
])('the link from one account page to the other with next=%s is %s', (next, path) => {
  expect(buildAccountPath('/signup', next)).toBe(path)
})

test('the login page never returns to itself', () => {
  const path = buildLoginPath({ pathname: '/login', search: '?next=%2Fposts', hash: '' })
  expect(path).toBe('/login?next=%2Fposts')
})

test('the path stored during a Google sign-in is used once', () => {
  storeNextPath('/posts/create')
  expect(consumeNextPath()).toBe('/posts/create')
  expect(consumeNextPath()).toBe('/posts')
})

test('a stored path is checked like one in the URL', () => {
  storeNextPath('//evil.example')
  expect(consumeNextPath()).toBe('/posts')
})

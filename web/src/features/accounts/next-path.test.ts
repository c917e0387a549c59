import { describe, expect, test } from 'vitest'
import { buildLoginPath, sanitizeNextPath, consumeNextPath, storeNextPath } from './next-path.ts'

describe('after signing in', () => {
  test.each(['/posts/create', '/messages/0198?x=1#top', '/profile/ada', '/my-posts?view=list'])(
    '%s is where the member wanted to go',
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
  ])('%j leads to the dashboard instead', (path) => {
    expect(sanitizeNextPath(path)).toBe('/posts')
  })
})

test('the login page is told the whole address', () => {
  const path = buildLoginPath({ pathname: '/posts', search: '?sort=likes', hash: '#top' })
  expect(new URL(path, 'http://here').searchParams.get('next')).toBe('/posts?sort=likes#top')
})

test('the login page does not lead back to itself', () => {
  const path = buildLoginPath({ pathname: '/login', search: '?next=%2Fposts', hash: '' })
  expect(path).toBe('/login?next=%2Fposts')
})

test('what is remembered while Google asks is used once', () => {
  storeNextPath('/posts/create')
  expect(consumeNextPath()).toBe('/posts/create')
  expect(consumeNextPath()).toBe('/posts')
})

test('what is remembered is no safer than an address', () => {
  storeNextPath('//evil.example')
  expect(consumeNextPath()).toBe('/posts')
})

import { expect, test } from 'vitest'
import { pagesFor } from './pages.ts'

test('a page is found by the beginning of any word of its name', () => {
  expect(found('dash')).toEqual(['Dashboard'])
  expect(found('acc set')).toEqual(['Account Settings'])
  expect(found('SETTINGS')).toEqual(['Account Settings'])
})

test('a page is found by what else somebody may call it', () => {
  expect(found('new')).toEqual(['Create Post'])
  expect(found('inbox')).toEqual(['Messages'])
  expect(found('faq')).toEqual(['Help Center'])
})

test('what is called so comes before what may be meant', () => {
  expect(found('pro')[0]).toBe('Profile')
  expect(found('about')[0]).toBe('About Us')
})

test('a visitor finds public pages only, a member no way in', () => {
  expect(pagesFor('messages', false)).toEqual([])
  expect(labels(pagesFor('log', false))).toEqual(['Log in'])
  expect(labels(pagesFor('log in', true))).toEqual([])
})

test('the small print is there for whoever asks for it', () => {
  expect(found('')).not.toContain('Privacy Policy')
  expect(found('legal')).toEqual(['Privacy Policy', 'Terms of Service', 'Cookie Policy'])
})

function found(typed: string): string[] {
  return labels(pagesFor(typed, true))
}

function labels(pages: { label: string }[]): string[] {
  return pages.map(({ label }) => label)
}

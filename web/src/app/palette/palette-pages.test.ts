import { expect, test } from 'vitest'
import { findPages } from './palette-pages.ts'

test('a page is found by the beginning of any word of its name', () => {
  expect(findLabels('dash')).toEqual(['Dashboard'])
  expect(findLabels('acc set')).toEqual(['Account Settings'])
  expect(findLabels('SETTINGS')).toEqual(['Account Settings', 'Notification settings'])
})

test('a page is found by its keywords', () => {
  expect(findLabels('new')).toEqual(['Create Post'])
  expect(findLabels('inbox')).toEqual(['Messages'])
  expect(findLabels('faq')).toEqual(['Help Center'])
})

test('matches in the name come before matches in the keywords', () => {
  expect(findLabels('pro')[0]).toBe('Profile')
  expect(findLabels('about')[0]).toBe('About Us')
})

test('a member finds people, join requests, and what is saved or followed', () => {
  const labels = ['People', 'Join requests', 'Saved and following']
  expect(findLabels('')).toEqual(expect.arrayContaining(labels))
  expect(findLabels('people')[0]).toBe('People')
  expect(findLabels('join req')).toEqual(['Join requests'])
  expect(findLabels('saved')).toEqual(['Saved and following'])
  expect(findLabels('following')).toEqual(['Saved and following'])
  for (const { label } of findPages('', false)) expect(labels).not.toContain(label)
})

test('a visitor finds only public pages, a member no login page', () => {
  expect(findPages('messages', false)).toEqual([])
  expect(getLabels(findPages('log', false))).toEqual(['Log in'])
  expect(getLabels(findPages('log in', true))).toEqual([])
})

test('only moderators and admins find the review', () => {
  expect(findLabels('review')).toEqual([])
  expect(findLabels('')).not.toContain('Review')
  for (const role of ['moderator', 'admin'] as const)
    expect(getLabels(findPages('', true, role))).toContain('Review')
})

test('the legal pages appear only in a search', () => {
  expect(findLabels('')).not.toContain('Privacy Policy')
  expect(findLabels('legal')).toEqual(['Privacy Policy', 'Terms of Service', 'Cookie Policy'])
})

function findLabels(typed: string): string[] {
  return getLabels(findPages(typed, true))
}

function getLabels(pages: { label: string }[]): string[] {
  return pages.map(({ label }) => label)
}

import { beforeEach, expect, test } from 'vitest'
import { tellHead } from './head.ts'

const about = { title: 'About Us', description: 'What Dolph is for.' }
const help = { title: 'Help Center', description: 'Answers.' }

beforeEach(() => {
  const description = Object.assign(document.createElement('meta'), { name: 'description' })
  document.head.replaceChildren(description)
})

test('the address that a page is known by follows the page', () => {
  tellHead(about, '/about')
  tellHead(help, '/help')
  expect(addresses()).toEqual([`${location.origin}/help`])
  expect(document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content).toBe(
    'Answers.',
  )
})

test('a page that is not for search engines has none', () => {
  tellHead(about, '/about')
  tellHead({ title: 'Messages' }, '/messages')
  expect(addresses()).toEqual([])
})

test('the origin that came with the page stays', () => {
  const served = Object.assign(document.createElement('link'), {
    rel: 'canonical',
    href: 'https://dolph.example/about',
  })
  document.head.append(served)
  tellHead(about, '/about')
  expect(addresses()).toEqual(['https://dolph.example/about'])
})

function addresses(): string[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]')].map(
    ({ href }) => href,
  )
}

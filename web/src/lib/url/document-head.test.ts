import { beforeEach, expect, test } from 'vitest'
import { updateDocumentHead } from './document-head.ts'

const about = { description: 'What Dolph is for.' }
const help = { description: 'Answers.' }

beforeEach(() => {
  const description = Object.assign(document.createElement('meta'), { name: 'description' })
  document.head.replaceChildren(description)
})

test('the canonical link follows the page', () => {
  updateDocumentHead(about, '/about')
  updateDocumentHead(help, '/help')
  expect(getCanonicalUrls()).toEqual([`${location.origin}/help`])
  expect(document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content).toBe(
    'Answers.',
  )
})

test('a page that is not for search engines has no canonical link', () => {
  updateDocumentHead(about, '/about')
  updateDocumentHead({}, '/messages')
  expect(getCanonicalUrls()).toEqual([])
})

test('the origin of the served canonical link is kept', () => {
  const served = Object.assign(document.createElement('link'), {
    rel: 'canonical',
    href: 'https://dolph.example/about',
  })
  document.head.append(served)
  updateDocumentHead(about, '/about')
  expect(getCanonicalUrls()).toEqual(['https://dolph.example/about'])
})

function getCanonicalUrls(): string[] {
  return [...document.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]')].map(
    ({ href }) => href,
  )
}

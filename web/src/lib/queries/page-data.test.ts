import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { hydrateQueryClient, readPageData, serializePageData } from './page-data.ts'

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  ']]>',
  '&lt;',
  '\u2028\u2029',
  '"\\',
  '</SCRIPT\u000c>',
  '<\u0000/script>',
  '\ud83d\ude80',
  '\ud800',
]

afterEach(() => document.body.replaceChildren())

test('hostile data stays inside its block and is read as it was written', () => {
  const data = { renderedAt: 1, queries: [{ key: ['posts'], data: HOSTILE }] }

  const block = serializePageData(data)

  expect(block.match(/</g)).toHaveLength(2)
  expect(block).not.toMatch(/[\u2028\u2029]/)
  document.body.innerHTML = block
  expect(readPageData()).toEqual(data)
})

test('readPageData returns null without a data element', () => {
  expect(readPageData()).toBeNull()
})

test('hydrated queries get the given `updatedAt`', () => {
  const client = new QueryClient()
  hydrateQueryClient(client, { renderedAt: 1, queries: [{ key: ['posts'], data: 'tide' }] }, 0)
  expect(client.getQueryData(['posts'])).toBe('tide')
  expect(client.getQueryState(['posts'])?.dataUpdatedAt).toBe(0)
})

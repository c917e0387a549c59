import { expect, test } from 'vitest'
import {
  CLEARED_FILTER,
  parseFilter,
  normalizeSearchTerm,
  applyFilterChange,
  type FilterChange,
} from './feed-filter.ts'

const DASHBOARD = { scope: 'text-and-author', canSort: true } as const
const BROWSE = { scope: 'text', canSort: false } as const

test.each([
  ['', {}],
  ['q=tide&type=showcase', { q: 'tide', type: 'showcase' }],
  ['sort=likes', { sort: 'likes' }],
  ['sort=likes&range=month', { sort: 'likes', range: 'month' }],
  ['sort=likes&range=all-time', { sort: 'likes' }],
  ['sort=recent&range=month', {}],
  ['type=nonsense&sort=up&range=week', {}],
  ['type=&q=&sort=', {}],
  ['q=%20%20', {}],
  ['q=%00', {}],
  [`q=${'x'.repeat(101)}`, {}],
  ['q=%20Cafe%CC%81%20', { q: 'Café' }],
  ['type=hackathon', { type: 'hackathon' }],
])('the URL ?%s means %j', (query, filter) => {
  expect(parseFilter(new URLSearchParams(query), DASHBOARD)).toEqual({
    scope: 'text-and-author',
    ...filter,
  })
})

test('a page without sorting ignores the sort order in the URL', () => {
  const query = new URLSearchParams('q=tide&sort=likes&range=month')
  expect(parseFilter(query, BROWSE)).toEqual({ scope: 'text', q: 'tide' })
})

test.each<[string, FilterChange, string]>([
  ['', { type: 'showcase' }, 'type=showcase'],
  ['type=showcase&q=tide', { type: 'all' }, 'q=tide'],
  ['type=showcase', { q: 'tide clock' }, 'type=showcase&q=tide+clock'],
  ['q=tide', { q: '' }, ''],
  ['', { sort: 'likes' }, 'sort=likes'],
  ['sort=likes', { range: 'today' }, 'sort=likes&range=today'],
  ['sort=likes&range=today', { range: 'all-time' }, 'sort=likes'],
  ['sort=likes&range=today', { sort: 'recent' }, ''],
  ['sort=likes&range=today', { type: 'showcase' }, 'sort=likes&range=today&type=showcase'],
  ['q=tide&type=showcase&sort=likes&range=today', CLEARED_FILTER, ''],
  ['from=mail', { type: 'showcase' }, 'from=mail&type=showcase'],
])('?%s changed by %j becomes ?%s', (before, change, after) => {
  expect(applyFilterChange(new URLSearchParams(before), change).toString()).toBe(after)
})

test('the search term is trimmed, and is empty for invalid text', () => {
  expect(normalizeSearchTerm('  tide  clock ')).toBe('tide  clock')
  expect(normalizeSearchTerm(`half a \uD83D`)).toBe('')
})

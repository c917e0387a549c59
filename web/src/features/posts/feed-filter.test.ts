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
])('the address ?%s means %j', (address, filter) => {
  expect(parseFilter(new URLSearchParams(address), DASHBOARD)).toEqual({
    scope: 'text-and-author',
    ...filter,
  })
})

test('a page without sorting does not sort, whatever its address says', () => {
  const address = new URLSearchParams('q=tide&sort=likes&range=month')
  expect(parseFilter(address, BROWSE)).toEqual({ scope: 'text', q: 'tide' })
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
])('?%s and then %j is ?%s', (before, choice, after) => {
  expect(applyFilterChange(new URLSearchParams(before), choice).toString()).toBe(after)
})

test('what was typed is searched for without the spaces around it', () => {
  expect(normalizeSearchTerm('  tide  clock ')).toBe('tide  clock')
  expect(normalizeSearchTerm(`half a \uD83D`)).toBe('')
})

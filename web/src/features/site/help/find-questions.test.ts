import { describe, expect, test } from 'vitest'
import { findQuestions, isFoundOnlyInAnswer } from './find-questions.ts'
import { QUESTIONS, type Question } from './questions.ts'

const tide: Question = {
  id: 'tide',
  topic: 'projects',
  question: 'When is the tide high?',
  answer: [
    ['Look at ', { text: 'the tide clock', to: '/clock' }, ' on the wall.'],
    ['Twice a day.'],
  ],
  keywords: 'flood water',
}
const wall: Question = {
  id: 'wall',
  topic: 'account',
  question: 'Who paints the wall?',
  answer: [['Ådne does, every spring tide.']],
  keywords: '',
}
const both = [tide, wall]

describe('the search of the Help Center', () => {
  test('finds everything for an empty search', () => {
    expect(findQuestions(both, { q: '' })).toEqual(both)
    expect(findQuestions(both, { q: '  ' })).toEqual(both)
  })

  test('searches questions, answers, link texts and keywords', () => {
    expect(findIds('paints')).toEqual(['wall'])
    expect(findIds('twice')).toEqual(['tide'])
    expect(findIds('clock')).toEqual(['tide'])
    expect(findIds('flood')).toEqual(['tide'])
  })

  test('requires every word, in any order and any case', () => {
    expect(findIds('WALL spring')).toEqual(['wall'])
    expect(findIds('spring clock')).toEqual([])
    expect(findIds('ådne')).toEqual(['wall'])
  })

  test('ranks matches in the question first', () => {
    expect(findIds('wall')).toEqual(['wall', 'tide'])
    expect(findIds('tide')).toEqual(['tide', 'wall'])
  })

  test('ignores a question mark, and finds nothing for a question mark alone', () => {
    expect(findIds('who paints?')).toEqual(['wall'])
    expect(findIds('?')).toEqual([])
  })

  test('ignores stop words in a whole question, but searches for a stop word alone', () => {
    expect(findIds('When is the flood?')).toEqual(['tide'])
    expect(findIds('who')).toEqual(['wall'])
  })

  test('searches only the chosen topic', () => {
    expect(findQuestions(both, { q: '', topic: 'account' })).toEqual([wall])
    expect(findQuestions(both, { q: 'clock', topic: 'account' })).toEqual([])
  })

  test('tells when only the answer contains the match', () => {
    expect(isFoundOnlyInAnswer(tide, 'clock')).toBe(true)
    expect(isFoundOnlyInAnswer(tide, 'high tide')).toBe(false)
    expect(isFoundOnlyInAnswer(tide, '')).toBe(false)
  })
})

describe('the questions', () => {
  test('are seven, each with a unique id', () => {
    expect(new Set(QUESTIONS.map(({ id }) => id)).size).toBe(7)
  })

  test('cover every topic', () => {
    expect(new Set(QUESTIONS.map(({ topic }) => topic))).toEqual(
      new Set(['getting-started', 'projects', 'collaboration', 'account', 'contact']),
    )
  })

  test.each([
    ['register', 'create-account'],
    ['delete account', 'delete-account'],
    ['How do I reset my password?', 'password'],
    ['report spam', 'contact-support'],
    ['unsubscribe', 'delete-account'],
    ['unblock', 'messages'],
    ['24–48 hours', 'contact-support'],
    ['edit post', 'share-project'],
    ['read receipt', 'messages'],
  ])('«%s» finds the question that answers it first', (q, id) => {
    expect(findQuestions(QUESTIONS, { q })[0]?.id).toBe(id)
  })
})

function findIds(q: string): string[] {
  return findQuestions(both, { q }).map(({ id }) => id)
}

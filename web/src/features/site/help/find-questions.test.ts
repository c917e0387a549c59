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
  test('finds everything while nothing is searched for', () => {
    expect(findQuestions(both, { q: '' })).toEqual(both)
    expect(findQuestions(both, { q: '  ' })).toEqual(both)
  })

  test('looks into questions, answers, their links and other words for the same', () => {
    expect(findIds('paints')).toEqual(['wall'])
    expect(findIds('twice')).toEqual(['tide'])
    expect(findIds('clock')).toEqual(['tide'])
    expect(findIds('flood')).toEqual(['tide'])
  })

  test('wants every word, in any order and any case', () => {
    expect(findIds('WALL spring')).toEqual(['wall'])
    expect(findIds('spring clock')).toEqual([])
    expect(findIds('ådne')).toEqual(['wall'])
  })

  test('puts those first that ask for it', () => {
    expect(findIds('wall')).toEqual(['wall', 'tide'])
    expect(findIds('tide')).toEqual(['tide', 'wall'])
  })

  test('does not mind a question mark, and finds nothing for a question mark alone', () => {
    expect(findIds('who paints?')).toEqual(['wall'])
    expect(findIds('?')).toEqual([])
  })

  test('understands a whole question, and a small word where there is no other', () => {
    expect(findIds('When is the flood?')).toEqual(['tide'])
    expect(findIds('who')).toEqual(['wall'])
  })

  test('stays within a topic', () => {
    expect(findQuestions(both, { q: '', topic: 'account' })).toEqual([wall])
    expect(findQuestions(both, { q: 'clock', topic: 'account' })).toEqual([])
  })

  test('knows when what was found stands in the answer alone', () => {
    expect(isFoundOnlyInAnswer(tide, 'clock')).toBe(true)
    expect(isFoundOnlyInAnswer(tide, 'high tide')).toBe(false)
    expect(isFoundOnlyInAnswer(tide, '')).toBe(false)
  })
})

describe('the questions', () => {
  test('are seven, each with an address of its own', () => {
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
    ['24–48 hours', 'contact-support'],
    ['edit post', 'share-project'],
    ['read receipt', 'messages'],
  ])('«%s» leads to the one that answers it', (q, id) => {
    expect(findQuestions(QUESTIONS, { q })[0]?.id).toBe(id)
  })
})

function findIds(q: string): string[] {
  return findQuestions(both, { q }).map(({ id }) => id)
}

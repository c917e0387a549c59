import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { PostDraft } from './posts.ts'

const draft = {
  title: 'Tide',
  type: 'showcase',
  body: 'A tide clock',
  github: '',
  demo: '',
  projectUrl: '',
}

describe('a draft', () => {
  test.each([
    ['an empty title', { title: '  ' }, 'title', 'Title is required'],
    [
      'a title of 101',
      { title: 'x'.repeat(101) },
      'title',
      'Title cannot be more than 100 characters',
    ],
    ['an empty body', { body: '' }, 'body', 'Description is required'],
    [
      'a body of 5001',
      { body: 'x'.repeat(5001) },
      'body',
      'Description cannot be more than 5000 characters',
    ],
    [
      'a GitHub link to another host',
      { github: 'https://gitlab.com/a' },
      'github',
      'Please enter a valid GitHub URL',
    ],
    [
      'a GitHub look-alike',
      { github: 'https://github.com.evil.io/a' },
      'github',
      'Please enter a valid GitHub URL',
    ],
    [
      'a GitHub link with a password',
      { github: 'https://me:pw@github.com/a' },
      'github',
      'Please enter a valid GitHub URL',
    ],
    [
      'a GitHub link without https',
      { github: 'http://github.com/a' },
      'github',
      'Please enter a valid GitHub URL',
    ],
    ['a script as a link', { demo: 'javascript:alert(1)' }, 'demo', 'Please enter a valid URL'],
    ['a data link', { projectUrl: 'data:text/html,hi' }, 'projectUrl', 'Please enter a valid URL'],
    ['plain text as a link', { demo: 'my site' }, 'demo', 'Please enter a valid URL'],
    [
      'a password behind backslashes',
      { demo: 'https:\\\\me:pw@a.example' },
      'demo',
      'Please enter a valid URL',
    ],
    [
      'an overlong link',
      { demo: `https://a.example/${'x'.repeat(2048)}` },
      'demo',
      'Please enter a valid URL',
    ],
    [
      'a null character',
      { title: 'a\u0000b' },
      'title',
      'This text has characters that cannot be saved',
    ],
    [
      'a lone surrogate',
      { body: 'a\ud800' },
      'body',
      'This text has characters that cannot be saved',
    ],
  ])('with %s is refused at its field', (_, change, field, message) => {
    const parsed = z.safeParse(PostDraft, { ...draft, ...change })
    expect(parsed.error?.issues.map(({ path, message: text }) => [path[0], text])).toEqual([
      [field, message],
    ])
  })

  test('counts an emoji as one character', () => {
    expect(z.safeParse(PostDraft, { ...draft, title: '🐬'.repeat(100) }).success).toBe(true)
    expect(z.safeParse(PostDraft, { ...draft, title: '🐬'.repeat(101) }).success).toBe(false)
  })

  test('is trimmed and normalized to NFC', () => {
    const parsed = z.parse(PostDraft, { ...draft, title: '  Cafe\u0301 ' })
    expect(parsed.title).toBe('Café')
  })

  test('may link to any web page and to GitHub', () => {
    const links = {
      github: 'https://github.com/ada/tide',
      demo: 'http://tide.example',
      projectUrl: 'https://example.com:8443/x?y#z',
    }
    expect(z.safeParse(PostDraft, { ...draft, ...links }).success).toBe(true)
  })
})

import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { LOADING_TIMEOUT, renderLoadedMarkdown } from '../../testing/render-loaded-markdown.tsx'
import { Markdown } from './markdown.tsx'

test('a text is shown as typed until it can be rendered', async () => {
  vi.resetModules()
  const { Markdown: Fresh } = await import('./markdown.tsx')
  const { container } = render(<Fresh text={'*Tide*\nclock'} />)
  expect(container.textContent).toBe('*Tide*\nclock')
  await waitFor(
    () => expect(container.querySelector('em')?.textContent).toBe('Tide'),
    LOADING_TIMEOUT,
  )
}, 15_000)

describe('the Markdown of a member', () => {
  test('has paragraphs, emphasis, lists, quotes and struck-out words', async () => {
    const content = await renderLoadedMarkdown(
      'One *two* **three** ~~four~~\n\n- five\n- six\n\n1. seven\n\n> eight',
    )
    expect(content.querySelector('em')?.textContent).toBe('two')
    expect(content.querySelector('strong')?.textContent).toBe('three')
    expect(content.querySelector('del')?.textContent).toBe('four')
    expect([...content.querySelectorAll('li')].map((li) => li.textContent)).toEqual([
      'five',
      'six',
      'seven',
    ])
    expect(content.querySelector('blockquote')?.textContent?.trim()).toBe('eight')
  })

  test('keeps its line breaks', async () => {
    const content = await renderLoadedMarkdown(
      'Roses are red\nViolets are *blue\nand green*  \nEnd',
    )
    expect(content.querySelectorAll('br')).toHaveLength(3)
    expect(content.textContent?.replaceAll('\n', '')).toBe(
      'Roses are redViolets are blueand greenEnd',
    )
  })

  test.each([
    [3, '# One\n\n## Two\n\n# Three', ['H3', 'H4', 'H3']],
    [2, '# One\n\n## Two\n\n### Three', ['H2', 'H3', 'H4']],
    [5, '# One\n\n## Two\n\n### Three', ['H5', 'H6', 'H6']],
    [3, '### One\n\n###### Two\n\n# Three', ['H3', 'H4', 'H3']],
  ] as const)('has headings from level %i on, without gaps: %j', async (level, text, tags) => {
    const { container } = render(<Markdown text={text} headingLevel={level} />)
    await waitFor(() => expect(container.querySelector('.rank-1')).toBeTruthy(), LOADING_TIMEOUT)
    const headings = [...container.querySelectorAll('[class^=rank]')]
    expect(headings.map(({ tagName }) => tagName)).toEqual(tags)
  })

  test('has code that is coloured, scrolls and can be reached by keyboard', async () => {
    const content = await renderLoadedMarkdown('```ts\nconst tide: number = 1\n```')
    await waitFor(
      () => expect(content.querySelector('.hljs-keyword')?.textContent).toBe('const'),
      LOADING_TIMEOUT,
    )
    expect(content.querySelector('pre')?.getAttribute('tabindex')).toBe('0')
    expect(content.querySelector('pre')?.textContent).toBe('const tide: number = 1\n')
  })

  test.each(['', 'no-such-language', 'constructor', '"><img src=x onerror=alert(1)>'])(
    'has plain code if the language is unknown: %j',
    async (language) => {
      const content = await renderLoadedMarkdown(`~~~ ${language}\nconst tide = 1\n~~~`)
      expect(content.querySelector('pre')?.textContent).toBe('const tide = 1\n')
      expect(content.querySelector('img, .hljs-keyword')).toBeNull()
    },
  )

  test('has tables that scroll sideways by keyboard too', async () => {
    const content = await renderLoadedMarkdown('| a | b |\n|---|--:|\n| 1 | 2 |')
    const frame = screen.getByRole('group', { name: 'Table' })
    expect(frame.getAttribute('tabindex')).toBe('0')
    expect(frame.querySelectorAll('td')).toHaveLength(2)
    expect(content.querySelectorAll('td')[1]?.style.textAlign).toBe('right')
  })

  test('has tasks that say whether they are done', async () => {
    await renderLoadedMarkdown('- [x] Dig\n- [ ] Plant')
    const [dig, plant] = screen.getAllByRole<HTMLInputElement>('checkbox')
    expect([dig?.checked, dig?.disabled, dig?.getAttribute('aria-label')]).toEqual([
      true,
      true,
      'Done',
    ])
    expect([plant?.checked, plant?.getAttribute('aria-label')]).toEqual([false, 'Not done'])
  })

  test('has footnotes without links and ids', async () => {
    const content = await renderLoadedMarkdown('Tides[^1]\n\n[^1]: Twice a day')
    expect(content.querySelector('sup')?.textContent).toBe('1')
    expect(content.querySelector('section')?.textContent).toContain('Twice a day')
    expect(content.querySelectorAll('a, [id]')).toHaveLength(0)
  })

  test('takes the direction of each block from its first words; code stays as it is', async () => {
    const content = await renderLoadedMarkdown('שלום\n\n- عربى\n\n# Hello\n\n```\nx\n```')
    const directions = [...content.children].map((block) => block.getAttribute('dir'))
    expect(directions).toEqual(['auto', 'auto', 'auto', 'ltr'])
  })
})

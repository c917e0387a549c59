import { render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { busySince } from '../../testing/busy-since.ts'
import {
  waitForMarkdownRenderer,
  renderLoadedMarkdown,
} from '../../testing/render-loaded-markdown.tsx'
import { Markdown } from './markdown.tsx'

const REL = 'noopener noreferrer nofollow ugc'

describe('links', () => {
  test.each([
    ['[a](https://a.example/x)', 'https://a.example/x'],
    ['[a](http://a.example)', 'http://a.example/'],
    ['[a](HTTPS://A.example)', 'https://a.example/'],
    ['[a](mailto:ada@a.example)', 'mailto:ada@a.example'],
    ['<https://a.example/?q=1&r=2>', 'https://a.example/?q=1&r=2'],
    ['https://a.example/x', 'https://a.example/x'],
    ['ada@a.example', 'mailto:ada@a.example'],
    ['[a][1]\n\n[1]: https://a.example', 'https://a.example/'],
    ['[a](https:a.example)', 'https://a.example/'],
  ])('%j opens in a new tab', async (text, href) => {
    const content = await renderLoadedMarkdown(text)
    const link = content.querySelector('a')
    expect(link?.getAttribute('href')).toBe(href)
    expect([link?.getAttribute('rel'), link?.getAttribute('target')]).toEqual([REL, '_blank'])
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A&#x61;vascript:alert(1)',
    'javascript&#x3A;alert(1)//https://a.example',
    'javascript%3Aalert(1)',
    'view-source:https://a.example',
    'data:text/html,<script>alert(1)</script>',
    'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
    'vbscript:msgbox(1)',
    'blob:https://a.example/x',
    'file:///etc/passwd',
    'ftp://a.example',
    'tel:112',
    '//a.example/x',
    '\\\\a.example',
    '/settings',
    'settings',
    '#main',
    '?next=/settings',
    'https://user:secret@a.example',
    'https://',
  ])('%j becomes no link', async (url) => {
    const forms = [
      `[words](<${url}>)`,
      `[words](${url})`,
      `[words][1]\n\n[1]: <${url}>`,
      `![words](<${url}>)`,
      `<${url}>`,
    ]
    for (const form of forms) {
      const content = await renderLoadedMarkdown(form)
      const hrefs = [...content.querySelectorAll('a')].map((link) => link.href)
      // GFM may find a valid URL inside the text, which then becomes a link.
      expect(hrefs.filter((href) => !/^https:\/\/a\.example|^mailto:/.test(href))).toEqual([])
      expect(content.querySelector('img')).toBeNull()
    }
  })

  test('that are too long become no links', async () => {
    const content = await renderLoadedMarkdown(`[words](https://a.example/${'x'.repeat(3000)})`)
    expect(content.querySelector('a')).toBeNull()
  })

  test('are all links in a paragraph of two hundred', async () => {
    const content = await renderLoadedMarkdown('[a](https://a.example) '.repeat(200))
    expect(content.querySelectorAll('a')).toHaveLength(200)
  })

  test('that are removed keep their text', async () => {
    expect((await renderLoadedMarkdown('[the *words*](javascript:alert)')).textContent).toBe(
      'the words',
    )
  })

  test('replace pictures, which are never loaded', async () => {
    const content = await renderLoadedMarkdown('![A tide clock](https://a.example/clock.png)')
    expect(content.querySelector('img')).toBeNull()
    const link = screen.getByRole('link', { name: 'A tide clock' })
    expect(link.getAttribute('href')).toBe('https://a.example/clock.png')
    expect(link.getAttribute('rel')).toBe(REL)
  })

  test('are not nested where a picture is a link', async () => {
    const content = await renderLoadedMarkdown(
      '[![build](https://a.example/badge.svg)](https://a.example/ci)',
    )
    expect(content.querySelectorAll('a')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'build' }).getAttribute('href')).toBe(
      'https://a.example/ci',
    )
  })

  test('without a text are named by their URL', async () => {
    await renderLoadedMarkdown('![](https://a.example/clock.png)')
    expect(screen.getByRole('link', { name: 'https://a.example/clock.png' })).toBeTruthy()
  })
})

describe('HTML', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<div style="position:fixed" id="main" class="page">x</div>',
    '<style>* { display: none }</style>',
    '<form action="https://a.example"><input name=q></form>',
    '<base href="https://a.example">',
    'a <b onclick=alert(1)>b</b>',
    '- <details open ontoggle=alert(1)>',
    '> <object data="data:text/html,x"></object>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<<script>alert(1)//<</script>',
    '[<img src=x onerror=alert(1)>](https://a.example)',
    '![<img src=x>](https://a.example/"onerror="alert(1))',
    '`<img src=x onerror=alert(1)>`',
    '[a](https://a.example "title\\" onmouseover=\\"alert(1)")',
  ])('%j is only text', async (text) => {
    const content = await renderLoadedMarkdown(text)
    const elements = [...content.querySelectorAll('*')]
    const names = new Set(elements.map(({ tagName }) => tagName))
    expect([...names].filter((name) => !/^(P|A|CODE|UL|LI|BLOCKQUOTE)$/.test(name))).toEqual([])
    const attributes = elements.flatMap((element) => element.getAttributeNames())
    expect(attributes.filter((name) => !/^(dir|href|rel|target)$/.test(name))).toEqual([])
  })

  test('stays complete in a text with generic types and tags', async () => {
    const content = await renderLoadedMarkdown('It returns Map<string, Post> or <Card />')
    expect(content.textContent).toBe('It returns Map<string, Post> or <Card />')
  })
})

describe('hostile texts', () => {
  const HUGE = 200_000

  test.each([
    ['[', '['.repeat(HUGE)],
    ['*', '*'.repeat(HUGE)],
    ['a*', 'a*'.repeat(HUGE / 2)],
    ['`', '`'.repeat(HUGE)],
    ['![', '!['.repeat(HUGE / 2)],
    ['](', ']('.repeat(HUGE / 2)],
    ['> ', '>'.repeat(5000)],
    ['1. ', '1. '.repeat(1600)],
    ['- ', '- '.repeat(2500)],
    ['> - ', '> - '.repeat(1250)],
    ['lines after a quote', `> a\n${'b\n'.repeat(2450)}`],
    ['underlined headings', 'a\r=\r'.repeat(1250)],
  ])('of nothing but %j are shown unrendered, at once', async (_, text) => {
    const start = process.threadCpuUsage()
    const { container } = render(<Markdown text={text} />)
    await waitForMarkdownRenderer()
    expect(container.querySelector('p')?.textContent).toBe(text)
    expect(busySince(start)).toBeLessThan(2000)
  })

  test('of the maximum length do not block the page', async () => {
    const texts = [
      ...['[', '*', '`', '<', '~', '|', '#', '&', '\\', '_', '!', '-', '=', ' ', '\n', '\t'].map(
        (each) => each.repeat(5000),
      ),
      ...[
        'a*',
        '**a*',
        '[a](',
        '[]',
        ']',
        ']{',
        '![',
        '~~a',
        '[^1]',
        'a@',
        '\\`` ',
        'www.',
        '|a',
        '- [ ] a\n',
      ].map((each) => each.repeat(5000 / each.length)),
      `${'['.repeat(2500)}${']'.repeat(2500)}`,
      `${'> '.repeat(24)}a\n`.repeat(100),
      ...['@a', '<!--', 'a: '].map((each) => `[${each.repeat(4990 / each.length)}`),
      `~~~ts\n${'a'.repeat(4990)}\n~~~`,
    ]
    for (const text of texts) {
      const start = process.threadCpuUsage()
      // oxlint-disable-next-line no-await-in-loop -- each is measured by itself
      await renderLoadedMarkdown(text)
      expect(busySince(start), text.slice(0, 5)).toBeLessThan(400)
    }
  }, 60_000)

  test('keep as text what one paragraph has too many marks of', async () => {
    const content = await renderLoadedMarkdown('*a* '.repeat(300))
    expect(content.querySelectorAll('em')).toHaveLength(100)
    expect(content.textContent).toBe(`${'a '.repeat(100)}${'*a* '.repeat(200)}`.trim())
  })

  test('keep as text what follows too many backticks without an end, and all code before', async () => {
    const opening = '\\``` '.repeat(50)
    const content = await renderLoadedMarkdown(`${'`a` '.repeat(200)}${opening}\`a\``)
    expect(content.querySelectorAll('code')).toHaveLength(200)
    expect(content.textContent).toBe(`${'a '.repeat(200)}${'``` '.repeat(50)}\`a\``)
    expect((await renderLoadedMarkdown('``a`')).querySelector('code')).toBeNull()
  })

  test('with an oversized table are shown as typed', async () => {
    const text = `${'|a'.repeat(800)}|\n${'|-'.repeat(800)}|\n${'x\n'.repeat(500)}`
    const start = process.threadCpuUsage()
    const content = await renderLoadedMarkdown(text)
    expect(content.querySelector('table')).toBeNull()
    expect(content.querySelector('pre')?.textContent?.trim()).toBe(text.trim())
    expect(busySince(start)).toBeLessThan(2500)
  })

  test('nested too deeply are flattened, and lose no word', async () => {
    const content = await renderLoadedMarkdown(`${'*a **b '.repeat(45)}c${'** d*'.repeat(45)}`)
    expect(getDepth(content)).toBeLessThan(45)
    expect(content.textContent).toContain('a b a b')
    expect(content.textContent).toContain(' d d')
  })

  test('that break the renderer are still shown, and the next text is rendered', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const words = '${'.repeat(4900)
    const { container, rerender } = render(<Markdown text={`~~~bash\n${words}\n~~~`} />)
    await waitForMarkdownRenderer()
    expect(container.textContent).toContain(words)
    rerender(<Markdown text="*well*" />)
    await waitFor(() => expect(container.querySelector('em')?.textContent).toBe('well'))
  })
})

function getDepth(element: Element): number {
  return 1 + Math.max(0, ...[...element.children].map(getDepth))
}

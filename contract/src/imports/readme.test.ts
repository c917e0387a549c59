import { describe, expect, test } from 'vitest'
import { PostDraft } from '../posts/posts.ts'
import { countCharacters } from '../primitives.ts'
import { PICTURES_LEFT_OUT, readReadme } from './readme.ts'

const REPOSITORY = 'https://github.com/ada/tide'

describe('a README as a post', () => {
  test.each([
    ['# Tide :ocean:\n\nA clock', 'Tide', 'A clock'],
    ['Tide **clock**\n=====\nA clock', 'Tide clock', 'A clock'],
    ['<h1 align="center">Tide</h1>\n\nA clock', 'Tide', 'A clock'],
    ['<p align="center">\n    <h1>Tide</h1>\n    A clock\n</p>', 'Tide', 'A clock'],
    ['---\ntitle: x\n---\n## Tide ##\nA clock', 'Tide', 'A clock'],
    ['Only a text', '', 'Only a text'],
    ['', '', ''],
  ])('%j has its title and its text', (text, title, body) => {
    expect(readReadme(text)).toMatchObject({ title, body })
  })

  test('badges, pictures and comments go, what a picture leads to stays, and nothing is changed in code', () => {
    const text = [
      '# Tide',
      '[![CI](https://img.shields.io/x)](https://ci.example) ![npm][npm]',
      '<!-- a\n\ncomment -->',
      '![Screen](docs/screen.png)',
      '<a href="https://tide.example"><img src="https://tide.example/logo.png" alt="Logo"></a>',
      '[![Watch it](docs/film.png)](https://film.example/tide) [![Big](a.png)](a-big.png)',
      'Write `![x](y.png)` to show it',
      '```md\n![Screen](docs/screen.png)\n```',
    ].join('\n\n')
    const { body, problems } = readReadme(text, REPOSITORY)
    expect(problems).toEqual([PICTURES_LEFT_OUT])
    expect(readReadme('# Tide\n\n![CI](https://img.shields.io/x)').problems).toEqual([])
    expect(body.split('\n\n')).toEqual([
      '[Watch it](https://film.example/tide)',
      'Write `![x](y.png)` to show it',
      '```md\n![Screen](docs/screen.png)\n```',
    ])
  })

  test.each([
    ['[Guide](./docs/guide.md)', REPOSITORY, `[Guide](${REPOSITORY}/blob/HEAD/docs/guide.md)`],
    ['[Guide](docs/guide.md)', '', 'Guide'],
    ['[Usage](#usage)', REPOSITORY, 'Usage'],
    ['[Up](../../../evil)', REPOSITORY, 'Up'],
    ['[Run](javascript:alert%281%29)', REPOSITORY, 'Run'],
    ['[Site](https://tide.example "Title")', '', '[Site](https://tide.example)'],
    ['![](/pictures/key/640x360.webp)', '', ''],
  ])('%j with the repository %j is %j', (text, repository, body) => {
    expect(readReadme(text, repository).body).toBe(body)
  })

  test('a long one is cut between paragraphs, below the limit, and leads to the rest', () => {
    const paragraphs = Array.from({ length: 60 }, (_, index) => `${index} ${'🐬'.repeat(95)}`)
    const text = ['# Tide', ...paragraphs].join('\n\n')
    const { body } = readReadme(text, REPOSITORY)
    expect(countCharacters(body)).toBeLessThanOrEqual(5_000)
    const kept = body.split('\n\n')
    expect(kept.pop()).toBe(`[Read on in the README](${REPOSITORY}#readme)`)
    expect(kept).toEqual(paragraphs.slice(0, kept.length))
    expect(kept.length).toBeGreaterThan(40)
  })

  test('one paragraph that is too long is cut between words', () => {
    const { body } = readReadme('word '.repeat(3_000))
    expect(countCharacters(body)).toBeLessThanOrEqual(5_000)
    expect(body).toMatch(/word…$/)
  })

  test('a heading whose text was cut off goes too, and code stays whole', () => {
    const code = `\`\`\`\n${'x\n\n'.repeat(1_500)}\`\`\``
    const { body } = readReadme(`# Tide\n\n${'a'.repeat(3_000)}\n\n## Code\n\n${code}`)
    expect(body).toBe('a'.repeat(3_000))
  })

  test('the repository and the demo are found among the links', () => {
    const text = `# Tide
[Live demo](https://tide.example) uses [pg](https://github.com/brianc/node-postgres)
\`\`\`
git clone https://github.com/ada/tide.git
\`\`\``
    expect(readReadme(text)).toMatchObject({ github: REPOSITORY, demo: 'https://tide.example' })
  })

  test.each([
    '<!--'.repeat(20_000),
    '![['.repeat(20_000),
    '<a '.repeat(20_000),
    '[x]('.repeat(15_000),
    '`'.repeat(60_000),
    '<img src='.repeat(7_000),
    '# '.repeat(30_000),
    '\u0000\uD800# Tide\n\nA\u0000B',
  ])('a hostile text %# is a draft that can be saved, in time', (text) => {
    const start = process.threadCpuUsage()
    const { title, body } = readReadme(text, REPOSITORY)
    expect(process.threadCpuUsage(start).user).toBeLessThan(1_000_000)
    const draft = { title: title || 'T', type: 'showcase', body: body || 'B' }
    const links = { github: '', demo: '', projectUrl: '' }
    expect(PostDraft.safeParse({ ...draft, ...links }).success).toBe(true)
  })
})

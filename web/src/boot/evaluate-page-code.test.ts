import { afterEach, expect, test } from 'vitest'
import { evaluatePageCode } from './evaluate-page-code.ts'

afterEach(() => document.head.replaceChildren())

test('the files of the page are evaluated one after the other, in the order of the document', async () => {
  addPageCode('/assets/kit.js /assets/browse.js')
  const steps: string[] = []
  await evaluatePageCode(async (file) => {
    steps.push(`begin ${file}`)
    await Promise.resolve()
    steps.push(`end ${file}`)
  })
  expect(steps).toEqual([
    'begin /assets/kit.js',
    'end /assets/kit.js',
    'begin /assets/browse.js',
    'end /assets/browse.js',
  ])
})

test('a file that cannot be loaded does not keep the page from starting', async () => {
  addPageCode('/assets/gone.js /assets/browse.js')
  const files: string[] = []
  await evaluatePageCode(async (file) => {
    files.push(file)
    if (file.includes('gone')) throw new TypeError('gone')
  })
  expect(files).toEqual(['/assets/gone.js', '/assets/browse.js'])
})

test('a page that is not prerendered has none', async () => {
  const files: string[] = []
  await evaluatePageCode(async (file) => files.push(file))
  expect(files).toEqual([])
})

function addPageCode(content: string): void {
  document.head.append(
    Object.assign(document.createElement('meta'), { name: 'page-code', content }),
  )
}

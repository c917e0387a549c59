import { expect, onTestFinished, test, vi } from 'vitest'
import { endWithLine } from './end-with-line.ts'

function captureOutput(): string[] {
  const written: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text))
    return true
  })
  onTestFinished(() => spy.mockRestore())
  return written
}

test('a drill that breaks off says why, and ends with its line all the same', async () => {
  const written = captureOutput()
  const failure = Object.assign(new Error('Command failed: backup-database.sh'), {
    stderr: 'Permission denied\n',
  })
  expect(await endWithLine(() => Promise.reject(failure), ['lost', 'wrong'])).toBe(false)
  const lines = written.join('').trim().split('\n')
  expect(lines.join('\n')).toContain('Permission denied')
  expect(lines.at(-1)).toBe('lost=? wrong=?')
})

test('the verdict of a drill that ends is its own', async () => {
  expect(await endWithLine(() => Promise.resolve(true), ['lost'])).toBe(true)
  expect(await endWithLine(() => Promise.resolve(false), ['lost'])).toBe(false)
})

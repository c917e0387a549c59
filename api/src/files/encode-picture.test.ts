import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { encodePicture, DecodeError } from './encode-picture.ts'
import { QueueFullError } from '../semaphore.ts'

const LONGEST_DECODING_MS = 12_000

/** Takes the decoder half a second or more. */
const slowPicture = await sharp({
  create: { width: 6_000, height: 4_000, channels: 3, background: 'teal' },
})
  .png({ progressive: true })
  .toBuffer()

/** The process that decodes for us right now, once it is what it is going to be. */
async function findDecoderPid(): Promise<number> {
  for (;;) {
    for (const task of await readdir('/proc/self/task')) {
      const children = await readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')
      for (const pid of children.split(' ').filter(Boolean)) {
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        if (command.includes('encode-child') && !command.startsWith('/bin/sh')) return Number(pid)
      }
    }
    await wait(5)
  }
}

test('the program that decodes is given no secret of ours, and only so much memory', async () => {
  const encoding = encodePicture(slowPicture)
  const pid = await findDecoderPid()
  const [environment, limits] = await Promise.all([
    readFile(`/proc/${pid}/environ`, 'utf8'),
    readFile(`/proc/${pid}/limits`, 'utf8'),
  ])
  await encoding
  const names = environment.split('\0').map((line) => line.split('=')[0])
  const ours = ['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE', 'VIPS_DISC_THRESHOLD']
  // PWD and the like are the shell's own.
  const others = names.filter((name = '') => !/^(PWD|OLDPWD|SHLVL|_|)$/.test(name))

  expect(new Set(others)).toEqual(new Set(ours))
  expect(limits).toMatch(/Max data size +1280000000 /)
})

test('a decoder that crashes takes only its own picture with it', async () => {
  const failing = encodePicture(slowPicture).catch((error: unknown) => error)
  process.kill(await findDecoderPid(), 'SIGSEGV')

  expect(await failing).toBeInstanceOf(DecodeError)
  await expect(encodePicture(slowPicture)).resolves.toHaveProperty('small')
})

test('a decoder that hangs is ended, and its place is free again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = encodePicture(slowPicture).catch((error: unknown) => error)
  process.kill(await findDecoderPid(), 'SIGSTOP')
  vi.advanceTimersByTime(LONGEST_DECODING_MS)
  vi.useRealTimers()

  expect(await hanging).toBeInstanceOf(QueueFullError)
  await expect(encodePicture(slowPicture)).resolves.toHaveProperty('large')
})

import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { encodePicture, DecodeError } from './encode-picture.ts'
import { OverloadedError } from '../../platform/semaphore.ts'

const LONGEST_DECODING_MS = 12_000

/** Decoding takes half a second or more. */
const slowPicture = await sharp({
  create: { width: 6_000, height: 4_000, channels: 3, background: 'teal' },
})
  .png({ progressive: true })
  .toBuffer()

/** The pid of the running decoder, after the shell has been replaced by Node. */
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

test('the decoder process gets no secret, and limits of memory and processor time', async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubEnv('NODE_COMPILE_CACHE', '/tmp/compiled')
  const encoding = encodePicture(slowPicture, 'profile')
  const pid = await findDecoderPid()
  const [environment, limits] = await Promise.all([
    readFile(`/proc/${pid}/environ`, 'utf8'),
    readFile(`/proc/${pid}/limits`, 'utf8'),
  ])
  await encoding
  const names = environment.split('\0').map((line) => line.split('=')[0])
  const expectedNames = ['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE', 'VIPS_DISC_THRESHOLD']
  // The shell itself sets PWD and the like.
  const actualNames = names.filter((name = '') => !/^(PWD|OLDPWD|SHLVL|_|)$/.test(name))

  expect(new Set(actualNames)).toEqual(new Set(expectedNames))
  expect(limits).toMatch(/Max data size +1280000000 /)
  expect(limits).toMatch(/Max cpu time +8 /)
})

test('a decoder that crashes fails only its own picture', async () => {
  const failing = encodePicture(slowPicture, 'profile').catch((error: unknown) => error)
  process.kill(await findDecoderPid(), 'SIGSEGV')

  expect(await failing).toBeInstanceOf(DecodeError)
  await expect(encodePicture(slowPicture, 'profile')).resolves.toHaveProperty('small')
})

test('a decoder that hangs is killed, and its slot is free again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = encodePicture(slowPicture, 'profile').catch((error: unknown) => error)
  process.kill(await findDecoderPid(), 'SIGSTOP')
  vi.advanceTimersByTime(LONGEST_DECODING_MS)
  vi.useRealTimers()

  expect(await hanging).toBeInstanceOf(OverloadedError)
  await expect(encodePicture(slowPicture, 'profile')).resolves.toHaveProperty('large')
})

import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CardPost } from '@dolph/contract/posts/share-cards'
import { OverloadedError } from '../../../platform/semaphore.ts'
import type { CardResult, CardTask } from './card-protocol.ts'

const CHILD_SCRIPT = fileURLToPath(new URL('card-child.ts', import.meta.url))
const CARDS_AT_ONCE = 2
const CARD_TIMEOUT_MS = 10_000
const OLD_SPACE_MB = 64
/** Replaces our environment, which contains secrets. The values keep the memory of the graphics library low. */
const CHILD_ENV = { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' }

interface Pending {
  resolve: (png: Buffer | null) => void
  reject: (error: Error) => void
}

export interface CardRenderer {
  /** Null if the font lacks a letter of the title or the author's name. Throws `OverloadedError` while two cards are drawn. */
  render: (post: CardPost, readCover: () => Promise<Buffer | null>) => Promise<Buffer | null>
  close: () => void
}

/** Draws share cards in a process of its own, which starts with the first card and is replaced after a crash. */
export function openCardRenderer(): CardRenderer {
  let child: ChildProcess | undefined
  let drawing = 0
  let lastId = 0
  const pending = new Map<number, Pending>()

  function startChild(): ChildProcess {
    const started = fork(CHILD_SCRIPT, {
      env: CHILD_ENV,
      cwd: '/',
      execArgv: [`--max-old-space-size=${OLD_SPACE_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const fail = () => {
      if (child !== started) return
      child = undefined
      rejectAll()
    }
    started.on('message', (message) => settle(message as CardResult))
    started.on('error', fail)
    started.on('exit', fail)
    // Waiting for a card must not keep a process alive that shuts down.
    started.unref()
    started.channel?.unref()
    return started
  }

  function settle(result: CardResult): void {
    const card = pending.get(result.id)
    if ('error' in result) card?.reject(new Error(result.error))
    else card?.resolve(result.png && Buffer.from(result.png))
  }

  function rejectAll(): void {
    for (const { reject } of pending.values())
      reject(new Error('The process of the share cards exited'))
  }

  async function runTask(task: CardTask): Promise<Buffer | null> {
    const target = (child ??= startChild())
    const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
    pending.set(task.id, { resolve, reject })
    const timer = setTimeout(() => {
      target.kill('SIGKILL')
      reject(new Error('Drawing a share card took too long'))
    }, CARD_TIMEOUT_MS)
    try {
      target.send(task, (error) => error && reject(error))
      return await promise
    } finally {
      clearTimeout(timer)
      pending.delete(task.id)
    }
  }

  return {
    async render(post, readCover) {
      if (drawing >= CARDS_AT_ONCE) throw new OverloadedError()
      drawing += 1
      try {
        const cover = await readCover()
        return await runTask({ id: (lastId += 1), post, cover })
      } finally {
        drawing -= 1
      }
    },
    close: () => void child?.kill(),
  }
}

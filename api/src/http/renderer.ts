import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Longer than any page takes on a busy machine. */
const RENDER_TIMEOUT_MS = 15_000
const THREAD_RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128 }

export interface RenderTask {
  /** The document as it was built. */
  document: string
  /** What the API answers to a visitor who asks for posts. */
  reply: string
  at: number
}

export type RenderResult = { html: string } | { error: string }

export interface Renderer {
  /** Starts the thread before it is needed. */
  warmUp: () => void
  /** One at a time: the next is asked for when the one before is there. */
  render: (task: RenderTask) => Promise<string>
  close: () => Promise<void>
}

/**
 * The web app's own renderer in a thread beside this one, as one page takes it longer than anybody else should wait.
 * Null where the web app is not built. A thread that breaks is replaced with the next page.
 */
export function openRenderer(folder: string): Renderer | null {
  const entry = join(folder, 'render/entry.js')
  if (!existsSync(entry)) return null
  let thread: Worker | undefined

  function start(): Worker {
    const started = new Worker(new URL('renderer-thread.ts', import.meta.url), {
      workerData: pathToFileURL(entry).href,
      resourceLimits: THREAD_RESOURCE_LIMITS,
    })
    // It keeps nobody from stopping, and its end is heard by whoever waits for a page.
    started.unref()
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (thread === started) thread = undefined
    })
    return started
  }

  return {
    warmUp: () => void (thread ??= start()),
    async render(task) {
      thread ??= start()
      const answer = await runRenderTask(thread, task)
      if ('error' in answer) throw new Error(answer.error)
      return answer.html
    },
    close: async () => void (await thread?.terminate()),
  }
}

async function runRenderTask(thread: Worker, task: RenderTask): Promise<RenderResult> {
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)])
  const answered = once(thread, 'message', { signal })
  const ended = once(thread, 'exit', { signal }).then(() => [{ error: 'The renderer has ended' }])
  thread.postMessage(task, [])
  try {
    const [answer] = (await Promise.race([answered, ended])) as [RenderResult]
    return answer
  } catch (error) {
    await thread.terminate()
    throw error
  } finally {
    done.abort()
  }
}

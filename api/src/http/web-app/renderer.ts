import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Longer than any rendering takes on a busy machine. */
const RENDER_TIMEOUT_MS = 15_000
const THREAD_RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128 }

export interface RenderTask {
  /** The HTML document from the build. */
  document: string
  /** The API's reply to a visitor who browses posts. */
  reply: string
  renderedAt: number
}

export type RenderResult = { html: string } | { error: string }

export interface Renderer {
  /** Starts the thread before it is needed. */
  warmUp: () => void
  /** Renders one page; the caller must wait for it before it calls again. */
  render: (task: RenderTask) => Promise<string>
  close: () => Promise<void>
}

/**
 * Runs the web app's renderer in a worker thread, as rendering a page would block the event loop too long. Null if the
 * web app is not built. A crashed thread is replaced when the next page is rendered.
 */
export function openRenderer(folder: string): Renderer | null {
  const entry = join(folder, 'render/entry.js')
  if (!existsSync(entry)) return null
  let thread: Worker | undefined

  function startThread(): Worker {
    const worker = new Worker(new URL('renderer-thread.ts', import.meta.url), {
      workerData: pathToFileURL(entry).href,
      resourceLimits: THREAD_RESOURCE_LIMITS,
    })
    // The thread must not keep the process alive; `runRenderTask` handles its errors and its exit.
    worker.unref()
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  return {
    warmUp: () => void (thread ??= startThread()),
    async render(task) {
      thread ??= startThread()
      const result = await runRenderTask(thread, task)
      if ('error' in result) throw new Error(result.error)
      return result.html
    },
    close: async () => void (await thread?.terminate()),
  }
}

async function runRenderTask(thread: Worker, task: RenderTask): Promise<RenderResult> {
  const done = new AbortController()
  const signal = AbortSignal.any([done.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)])
  const resultReceived = once(thread, 'message', { signal })
  const exited = once(thread, 'exit', { signal }).then(() => [
    { error: 'The renderer thread exited before it returned a page' },
  ])
  thread.postMessage(task, [])
  try {
    const [result] = (await Promise.race([resultReceived, exited])) as [RenderResult]
    return result
  } catch (error) {
    await thread.terminate()
    throw error
  } finally {
    done.abort()
  }
}

import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import { observeDuration } from '../../telemetry/process-metrics.ts'
import { OverloadedError } from '../../semaphore.ts'
import { traceCall } from '../../telemetry/tracing/tracer.ts'
import { renderFailures, renderSeconds } from '../http-metrics.ts'
import { insertPageHead, type PageHead } from './page-head.ts'

/** Longer than any rendering takes on a busy machine. */
const RENDER_TIMEOUT_MS = 15_000
const THREAD_RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128 }

/** How many pages may wait for the thread; a further one is refused, so that its caller can send something else at once. */
const RENDER_QUEUE_MAX = 4

/** What the thread gets. */
export interface PageTask {
  /** The name of the page in the web app's `prerender/rendered-pages.ts`. */
  page: string
  /** The HTML document from the build. */
  document: string
  path: string
  /** Replies of the API to a visitor, as JSON, by the names that the page has for them. */
  queries: Record<string, string>
  renderedAt: number
}

export interface RenderTask extends PageTask {
  /** Replaces the title and description of the document, and adds to its head. */
  head?: PageHead
  /** Rendered before the others, and never refused: for pages of which few can wait at once. */
  isUrgent?: boolean
}

export type RenderResult = { html: string } | { error: string }

export interface Renderer {
  /** Starts the thread before it is needed. */
  warmUp: () => void
  /** Renders one page at a time; the others wait. Throws `OverloadedError` if too many do. */
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
  const queue = new PQueue({ concurrency: 1 })
  let thread: Worker | undefined

  function startThread(): Worker {
    const worker = new Worker(new URL('renderer-thread.ts', import.meta.url), {
      workerData: pathToFileURL(entry).href,
      resourceLimits: THREAD_RESOURCE_LIMITS,
    })
    // The thread must not keep the process alive; `runPageTask` handles its errors and its exit.
    worker.unref()
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      if (thread === worker) thread = undefined
    })
    return worker
  }

  return {
    warmUp: () => void (thread ??= startThread()),
    async render({ head, isUrgent = false, ...task }) {
      if (!isUrgent && queue.size >= RENDER_QUEUE_MAX) {
        renderFailures.overloaded += 1
        throw new OverloadedError()
      }
      const document = head ? insertPageHead(task.document, head) : task.document
      const runTask = async () => runPageTask((thread ??= startThread()), { ...task, document })
      const priority = isUrgent ? 1 : 0
      const result = await observeDuration(renderSeconds, () =>
        traceCall('render', {}, () => queue.add(runTask, { priority }).catch(countFailure)),
      )
      if ('error' in result) return countFailure(new Error(result.error))
      return result.html
    },
    close: async () => void (await thread?.terminate()),
  }
}

function countFailure(error: unknown): never {
  renderFailures.failed += 1
  throw error
}

async function runPageTask(thread: Worker, task: PageTask): Promise<RenderResult> {
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

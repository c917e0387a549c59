import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { lowerPriority } from '../../lower-priority.ts'
import type { PageTask, RenderResult } from './renderer.ts'

type RenderPage = (task: PageTask) => Promise<string>

/** The module that the build of the web app writes for server rendering. */
const RenderEntry = z.object({
  renderPage: z.custom<RenderPage>((value) => typeof value === 'function'),
})

lowerPriority()
const { renderPage } = RenderEntry.parse(await import(z.string().parse(workerData)))

parentPort?.on('message', (task: PageTask) => {
  const postResult = (message: RenderResult) => parentPort?.postMessage(message, [])
  renderPage(task).then(
    (html) => postResult({ html }),
    (error: unknown) => postResult({ error: String(error) }),
  )
})

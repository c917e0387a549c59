import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import type { RenderResult, RenderTask } from './renderer.ts'

type RenderBrowse = (document: string, reply: string, renderedAt: number) => Promise<string>

/** The module that the build of the web app writes for server rendering. */
const RenderEntry = z.object({
  renderBrowse: z.custom<RenderBrowse>((value) => typeof value === 'function'),
})

const { renderBrowse } = RenderEntry.parse(await import(z.string().parse(workerData)))

parentPort?.on('message', ({ document, reply, renderedAt }: RenderTask) => {
  const postResult = (message: RenderResult) => parentPort?.postMessage(message, [])
  renderBrowse(document, reply, renderedAt).then(
    (html) => postResult({ html }),
    (error: unknown) => postResult({ error: String(error) }),
  )
})

import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('a thread that lowers its priority leaves that of the other threads alone', async () => {
  const before = readNiceness()
  const module = new URL('lower-priority.ts', import.meta.url).href
  const thread = new Worker(
    `import('${module}').then(({ lowerPriority }) => {
       lowerPriority()
       require('node:worker_threads').parentPort.postMessage('lowered')
     })
     setInterval(() => undefined, 1000)`,
    { eval: true },
  )
  await once(thread, 'message')
  const lowered = [...readNiceness()].filter(([id, niceness]) => niceness !== (before.get(id) ?? 0))
  await thread.terminate()
  expect(lowered.map(([, niceness]) => niceness)).toEqual([5])
})

/** The niceness of each thread of this process: the 19th field of its line, counted after the name, which may have spaces. */
function readNiceness(): Map<string, number> {
  return new Map(
    readdirSync('/proc/self/task').map((id) => {
      const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
      return [id, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])]
    }),
  )
}

import { expect, test, vi } from 'vitest'

async function openPage(random: number) {
  // The module draws when it is loaded, and another file may have loaded it before.
  vi.resetModules()
  vi.spyOn(Math, 'random').mockReturnValue(random)
  return import('./trace-header.ts')
}

test('most page views are not traced', async () => {
  const { getTraceHeader } = await openPage(0.01)
  expect(getTraceHeader()).toBeUndefined()
})

test('in a traced page view the calls of one click share a trace, and the next click begins another', async () => {
  const { getTraceHeader } = await openPage(0.009)
  const read = () => {
    const [version, traceId, spanId, flags] = getTraceHeader()?.traceparent.split('-') ?? []
    expect([version, flags]).toEqual(['00', '01'])
    expect(traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(spanId).toMatch(/^[0-9a-f]{16}$/)
    return { traceId, spanId }
  }
  const [first, second] = [read(), read()]
  expect(second.traceId).toBe(first.traceId)
  expect(second.spanId).not.toBe(first.spanId)
  document.body.click()
  expect(read().traceId).not.toBe(first.traceId)
})

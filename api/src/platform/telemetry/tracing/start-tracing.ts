import { randomUUID } from 'node:crypto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { createSpanProcessor } from './span-exporter.ts'
import { runOutsideOfSpan, setTracer } from './tracer.ts'

interface Options {
  /** Of the traces that begin here, the fraction that is recorded. */
  share: number
  /** Where an OTLP/HTTP sink takes spans. */
  url: string
  service: { name: string; version: string }
  onFailure: (reason: string) => void
}

/**
 * Records traces until it is stopped. It starts before pools and clients are opened: only later ones add spans. This file
 * is imported only then, because the SDK takes some 25 MB.
 */
export function startTracing({ share, url, service, onFailure }: Options) {
  const reportFailure = (reason: string) => runOutsideOfSpan(() => onFailure(reason))
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service.name,
      'service.version': service.version,
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [createSpanProcessor({ url, onFailure: reportFailure })],
  })
  setTracer({ tracer: provider.getTracer('dolph'), share })
  return {
    async stop(): Promise<void> {
      setTracer(undefined)
      await provider.shutdown()
    },
  }
}

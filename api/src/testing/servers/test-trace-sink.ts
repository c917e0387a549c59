import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Attributes = z.array(
  z.object({
    key: z.string(),
    value: z.union([z.object({ stringValue: z.string() }), z.object({ intValue: z.number() })]),
  }),
)
const ReceivedSpan = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: Attributes,
  // A message, an event or a link could have content of members.
  status: z.strictObject({ code: z.union([z.literal(0), z.literal(2)]) }),
  events: z.array(z.never()),
  links: z.array(z.never()),
  droppedAttributesCount: z.literal(0),
  droppedEventsCount: z.literal(0),
  droppedLinksCount: z.literal(0),
  flags: z.number(),
})
const ExportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(ReceivedSpan) })),
    }),
  ),
})
/** Random digits, in which any short text can occur. */
const IDS_AND_TIMES =
  /"(?:traceId|spanId|parentSpanId|startTimeUnixNano|endTimeUnixNano)":"[0-9a-f]*"/g
export type ReceivedSpan = z.infer<typeof ReceivedSpan>

/** An OTLP/HTTP sink that keeps the spans it gets, and refuses what does not have the form of the protocol. */
export async function startTestTraceSink() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const receive = async (request: IncomingMessage) => {
    const body = await text(request)
    bodies.push(body)
    const { success, data } = ExportRequest.safeParse(JSON.parse(body))
    for (const { scopeSpans } of data?.resourceSpans ?? [])
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    return success ? 200 : 400
  }
  const server = createServer((request, reply) => {
    receive(request).then(
      (status) => reply.writeHead(status, { 'content-type': 'application/json' }).end('{}'),
      () => reply.writeHead(400).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    /** Everything that was received, as it was sent, but for ids and times. */
    readTexts: () => bodies.join('\n').replaceAll(IDS_AND_TIMES, ''),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

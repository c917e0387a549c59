import { TempId } from '@dolph/contract/primitives'
import { AuthEvent } from '@dolph/contract/socket'
import { z } from 'zod/mini'
import { ANY_FRAME, FRAME_LIMIT } from './limits/frame-limits.ts'
import { readEventType } from './frames.ts'
import type {
  ClientConnection,
  ClientEventHandler,
  ReceivedEvent,
  ServerEventOptions,
  SocketFeature,
} from './socket-feature.ts'
import { continueTrace } from '../telemetry/tracing/tracer.ts'
import type { TokenBucketLimit } from './limits/token-bucket.ts'

const INVALID_FRAME_MESSAGE = 'This is not understood here'
const WithTempId = z.object({ tempId: TempId })

type ParsedFrame = { event: ReceivedEvent } | { problem: string; tempId: string | undefined }

/** Routes events between sockets and the features that have registered for them. */
export class EventRouter {
  readonly #limits = new Map([[ANY_FRAME, FRAME_LIMIT]])
  readonly #features = new Map<string, string>([['auth', 'the gateway']])
  readonly #handlers = new Map<string, ClientEventHandler>()
  readonly #serverEvents = new Map<string, ServerEventOptions>()
  readonly #separateFrames: { kind: string; marker: string; maxBytes: number }[] = []
  #schema: z.ZodMiniType<ReceivedEvent> = AuthEvent

  /** The limit of each kind of frame. */
  get limits(): ReadonlyMap<string, TokenBucketLimit> {
    return this.#limits
  }

  /** The client events that are handled. */
  get clientEventTypes(): string[] {
    return [...this.#handlers.keys()]
  }

  /** Throws if another feature handles one of the feature's events. */
  add({ name, clientEvents, serverEvents = [] }: SocketFeature): void {
    for (const handler of clientEvents) this.#addHandler(name, handler)
    for (const options of serverEvents) {
      if (this.#serverEvents.has(options.type))
        throw new Error(`Two socket features send the event ${options.type}; one is ${name}`)
      this.#serverEvents.set(options.type, options)
    }
    const schemas = [...this.#handlers.values()].map(({ schema }) => schema)
    this.#schema = z.discriminatedUnion('type', [AuthEvent, ...schemas])
  }

  /** The kind of a frame for `FrameLimits`, from its raw bytes. */
  getFrameKind(data: Buffer): string {
    const separate = this.#separateFrames.find(
      ({ marker, maxBytes }) => data.length <= maxBytes && data.includes(marker),
    )
    return separate?.kind ?? ANY_FRAME
  }

  /** The event of a frame, or the problem with it and the `tempId` that it contains. */
  parseFrame(data: Buffer): ParsedFrame {
    try {
      const json: unknown = JSON.parse(data.toString())
      const parsed = this.#schema.safeParse(json)
      if (parsed.success) return { event: parsed.data }
      const problem = parsed.error.issues[0]?.message ?? INVALID_FRAME_MESSAGE
      return { problem, tempId: getTempId(json) }
    } catch {
      return { problem: INVALID_FRAME_MESSAGE, tempId: undefined }
    }
  }

  async handleEvent(connection: ClientConnection, event: ReceivedEvent): Promise<void> {
    const handler = this.#handlers.get(event.type)
    if (!handler) return
    await continueTrace(undefined, `socket ${handler.type}`, { kind: 'server' }, async () =>
      handler.handle(connection, event),
    )
  }

  isEphemeral(event: string): boolean {
    return this.#serverEvents.get(readEventType(event))?.isEphemeral === true
  }

  reportDelivered(memberId: string, event: string): void {
    this.#serverEvents.get(readEventType(event))?.onDelivered?.(memberId, event)
  }

  #addHandler(feature: string, handler: ClientEventHandler): void {
    const { type, limit, separateFrames } = handler
    const other = this.#features.get(type)
    if (other !== undefined)
      throw new Error(`Two socket features handle the event ${type}: ${other} and ${feature}`)
    this.#features.set(type, feature)
    this.#handlers.set(type, handler)
    if (limit) this.#limits.set(type, limit)
    if (!separateFrames) return
    const kind = `frames of ${type}`
    this.#limits.set(kind, separateFrames)
    this.#separateFrames.push({ kind, marker: `"${type}"`, maxBytes: separateFrames.maxBytes })
  }
}

/** The client's own key of what it sent, with which it recognizes the error. */
export function getTempId(value: unknown): string | undefined {
  return WithTempId.safeParse(value).data?.tempId
}

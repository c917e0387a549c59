import type { CallPolicy } from '@dolph/contract/endpoint'
import { parsePosition, POSITION_HEADER } from '@dolph/contract/position'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import plugin from 'fastify-plugin'
import type { Database } from '../db/database.ts'
import type { Reader } from '../db/reader.ts'
import type { PrimaryPosition } from '../db/standbys/primary-position.ts'
import type { Readers } from '../db/standbys/readers.ts'
import { Refusal } from '../errors.ts'
import { setCookie } from './cookies.ts'

const POSITION_COOKIE_SECONDS = 60

declare module 'fastify' {
  interface FastifyContextConfig {
    source?: CallPolicy['source']
    confirmsMissing?: boolean
    returnsPosition?: boolean
  }
  interface FastifyRequest {
    /** Where the request reads: as its route declares with `source`. */
    readonly reader: Reader
    /** Whether a standby did not have what the request is for, and the primary is asked. */
    confirmsOnPrimary: boolean
  }
}

interface Options {
  db: Database
  readers: Readers
  position: PrimaryPosition | undefined
}

/** Gives each request its `reader`. Without standbys that is the primary, and nothing is done per request. */
export const readSource = plugin<Options>(async (app, { db, readers, position }) => {
  if (!readers.haveStandbys) {
    app.decorateRequest('reader', { getter: () => db })
    return
  }
  app.decorateRequest('confirmsOnPrimary', false)
  app.decorateRequest('reader', {
    getter(this: FastifyRequest) {
      const readsPrimary = this.routeConfig.source !== 'standby' || this.confirmsOnPrimary
      return readsPrimary
        ? db
        : readers.forCaller({
            position: readPlace(this),
            key: getReadingKey(this),
            memberId: this.member?.id,
          })
    },
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.confirmsMissing === true) route.handler = confirmMissing(route.handler)
    if (route.config?.returnsPosition === true && position)
      route.onSend = [addPosition, ...[route.onSend ?? []].flat()]
  })

  /** Read after the handler, and so after its commits. A refused call has changed nothing. */
  async function addPosition(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!position || (reply.statusCode >= 400 && reply.statusCode < 500)) return
    try {
      const committed = await position.read()
      reply.header(POSITION_HEADER, committed)
      // For requests that no script sends, and for other tabs. By then every standby in use has it.
      const options = { maxAgeSeconds: POSITION_COOKIE_SECONDS }
      setCookie(reply, app.cookieNames.position, committed, options)
    } catch (error) {
      request.log.warn(error, 'position of a change not read; its member may miss it for a second')
    }
  }

  /** The later of what the page knows and what the browser has been told; what nobody can have been told asks for nothing. */
  function readPlace({ headers, cookies }: FastifyRequest): number {
    if (!position) return 0
    const place = Math.max(
      parsePosition(String(headers[POSITION_HEADER] ?? '')),
      parsePosition(cookies[app.cookieNames.position]),
    )
    return position.isPlausible(place) ? place : 0
  }
})

function getReadingKey({ member, url }: FastifyRequest): string {
  return member?.id ?? url
}

/** Handles a request once more on the primary if it is refused as not found: a standby may not have yet what a link names. */
function confirmMissing(handler: RouteOptions['handler']): RouteOptions['handler'] {
  return async function handleAndConfirm(request, reply): Promise<unknown> {
    try {
      return await handler.call(this, request, reply)
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'not-found') throw error
      request.confirmsOnPrimary = true
      return handler.call(this, request, reply)
    }
  }
}

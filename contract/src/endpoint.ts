import type { z } from 'zod/mini'

interface Schema {
  params?: z.ZodMiniType
  querystring?: z.ZodMiniType
  body?: z.ZodMiniType
  response: { [status: number]: z.ZodMiniType }
}

/**
 * Describes one HTTP call. The result is a Fastify route that lacks only its handler;
 * the web client and the tests call the same object.
 */
export function defineEndpoint<S extends Schema>(
  access: 'public' | 'member',
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: `/api/${string}`,
  schema: S,
) {
  return { method, url, schema, config: { access } }
}

export type Endpoint = ReturnType<typeof defineEndpoint>

/** What a caller supplies: exactly the parts the endpoint declares. */
export type InputOf<E extends Endpoint> = {
  [Part in keyof Omit<E['schema'], 'response'>]: E['schema'][Part] extends z.ZodMiniType
    ? z.input<E['schema'][Part]>
    : never
}

export type ReplyOf<E extends Endpoint> = z.output<
  E['schema']['response'][keyof E['schema']['response']]
>

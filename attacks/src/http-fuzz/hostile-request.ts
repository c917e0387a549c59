import type { RandomSource } from '@dolph/bench/load/random-source'
import type { FuzzEndpoint } from './fuzz-endpoints.ts'
import { buildHostileBody, buildHostileForm, mutateFields, mutateText } from './hostile-bodies.ts'
import {
  HOSTILE_CONTENT_TYPES,
  HOSTILE_HEADERS,
  HOSTILE_PATH_PARTS,
  HOSTILE_QUERIES,
} from './hostile-values.ts'
import { pickFrom, type ValueSampler } from './sample-value.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']

export interface HostileRequest {
  method: string
  bytes: Buffer
}

/** Makes a request that is valid but for one or a few of its parts, chosen by `random` alone. */
export function buildHostileRequest(
  { method: validMethod, url, schema, config }: FuzzEndpoint,
  headers: Record<string, string>,
  sampler: ValueSampler,
  random: RandomSource,
): HostileRequest {
  const chance = (share: number) => random.fraction() < share
  const sampleFields = (part: 'params' | 'querystring' | 'body') => {
    const partSchema = schema[part]
    const value = partSchema && sampler.sampleValue(partSchema, random)
    return (value ?? undefined) as Record<string, unknown> | undefined
  }
  const method = chance(0.96) ? validMethod : pickFrom(random, METHODS)
  const [, resource] = /^\/api\/(\w+)s\/:id/.exec(url) ?? []
  const knownId = sampler.sampleKnownId(`${resource}Id`, random)
  const path = buildPath(
    url,
    { ...sampleFields('params'), ...(knownId && { id: knownId }) },
    random,
  )
  const query = buildQuery(sampleFields('querystring'), random)
  const target = chance(0.92) ? path + query : mutateTarget(path + query, random)
  const sent: Record<string, string> = { host: 'localhost:3000', ...headers }
  if (chance(0.2)) {
    const [name, value] = pickFrom(random, HOSTILE_HEADERS)
    sent[name] = name === 'cookie' && chance(0.5) ? `${sent[name]}; ${value}` : value
  }
  let body: Buffer | undefined
  if (config?.filePart !== undefined) {
    body = buildHostileForm(random)
    sent['content-type'] = 'multipart/form-data; boundary=x'
  } else if (schema.body || chance(0.1)) {
    const fields = sampleFields('body')
    const isMutated = chance(0.75)
    body = isMutated
      ? Buffer.from(JSON.stringify(mutateFields(fields ?? {}, random)))
      : buildHostileBody(fields, random)
    sent['content-type'] = 'application/json'
  }
  if (body && chance(0.08)) sent['content-type'] = pickFrom(random, HOSTILE_CONTENT_TYPES)
  return { method, bytes: serializeRequest(method, target, sent, body) }
}

function buildPath(url: string, params: Record<string, unknown>, random: RandomSource): string {
  return url.replace(/:(\w+)/g, (_, name: string) => {
    const choice = random.fraction()
    if (choice < 0.6) return encodeText(String(params[name]))
    if (choice < 0.9) return encodeText(mutateText(String(params[name]), random).slice(0, 900))
    return pickFrom(random, HOSTILE_PATH_PARTS)
  })
}

function buildQuery(fields: Record<string, unknown> | undefined, random: RandomSource): string {
  if (!fields) return random.fraction() < 0.15 ? `?${pickFrom(random, HOSTILE_QUERIES)}` : ''
  const names = Object.keys(fields)
  const mutated = pickFrom(random, [...names, ''])
  const pairs = names.flatMap((name) => {
    const pair = `${name}=${encodeText(String(fields[name]))}`
    if (name !== mutated) return [pair]
    const hostile = `${name}=${encodeText(mutateText(String(fields[name]), random).slice(0, 1_200))}`
    if (random.fraction() < 0.6) return [hostile]
    return pickFrom(random, [[pair, hostile], [`${name}[]=1`], [name], []])
  })
  if (random.fraction() < 0.15) pairs.push(pickFrom(random, HOSTILE_QUERIES))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** Targets that proxies and routers read in different ways. */
function mutateTarget(target: string, random: RandomSource): string {
  return pickFrom(random, [
    `/${target}`,
    `${target}/`,
    `http://evil.example${target}`,
    `http://localhost:3000${target}`,
    `//evil.example${target}`,
    `${target}%00`,
    `${target}#x`,
    `${target};a=b`,
    `/.${target}`,
    target.replace('/api', '/%61pi'),
    target.replace('/api', '/API'),
    target.replace('/api/', '/api/./'),
    target.replace('/api/', '/x/../api/'),
    target.replace('/api/', '/api%2f'),
    target.replaceAll('/', '//'),
    target.replaceAll('/', '\\'),
    '*',
    '?',
  ])
}

function encodeText(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

function serializeRequest(
  method: string,
  target: string,
  headers: Record<string, string>,
  body: Buffer | undefined,
): Buffer {
  const length = body ? { 'content-length': String(body.length) } : {}
  // Line ends in a value would begin another header or request, of which no reply would be awaited.
  const lines = Object.entries({ ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value.replaceAll(/[\r\n\0]/g, ' ')}\r\n`,
  )
  const head = `${method} ${target.replaceAll(/[\s\0]/g, '%20')} HTTP/1.1\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}

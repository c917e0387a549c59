import type { Endpoint, ReplyOf } from '@dolph/contract/endpoint'
import { POSITION_HEADER } from '@dolph/contract/position'
import { withWriteHeaders } from './api.ts'
import { createNetworkError } from './api-error.ts'
import { keepPosition } from './read-position.ts'
import { buildUrl, parseReply } from './send-request.ts'

const TIMEOUT_MS = 60_000

interface UploadOptions {
  signal: AbortSignal
  /** `progress`: the fraction that was uploaded, from 0 to 1. */
  onProgress: (progress: number) => void
  /** The parts of the URL that the endpoint names. */
  params?: Record<string, string>
}

/** Calls an endpoint of the contract with a form that has files. Unlike `fetch`, it reports the progress. */
export function uploadFormData<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions,
): Promise<ReplyOf<E>> {
  return withWriteHeaders(async (headers) => {
    const { status, json } = await postFormData(endpoint, form, headers, options)
    return parseReply(endpoint, status, json)
  })
}

async function postFormData(
  { method, url }: Endpoint,
  form: FormData,
  headers: Record<string, string>,
  { signal, onProgress, params }: UploadOptions,
): Promise<{ status: number; json: unknown }> {
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; json: unknown }>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  signal.addEventListener('abort', abort)

  request.addEventListener('load', () => {
    keepPosition(request.getResponseHeader(POSITION_HEADER) ?? undefined)
    resolve({ status: request.status, json: parseJson(request.responseText) })
  })
  request.addEventListener('error', () => reject(createNetworkError()))
  request.addEventListener('timeout', () => reject(createNetworkError()))
  request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
  request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    onProgress(total > 0 ? loaded / total : 0)
  })

  request.open(method, buildUrl(url, params))
  request.timeout = TIMEOUT_MS
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.send(form)
  return promise
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

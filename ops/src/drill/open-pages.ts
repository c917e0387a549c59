import { Agent, get } from 'node:http'
import { Semaphore } from '@dolph/api/platform/semaphore'

const ASSET_NAME = /[\w-]+\.(?:js|css|woff2|wav)\b/g
/** The places that name assets: tags of a document, `import` and preload lists of a script, `url()` of a style. */
const ASSET_REFERENCE = /(?:assets\/|["'`(]\.\/)[\w-]+\.(?:js|css|woff2|wav)\b/g
/** What a browser opens to one server at a time. */
const CONNECTIONS = 6

/**
 * The pages that browsers keep open. Each page loads everything that its release can ever ask for, again and again: parts of a page are
 * loaded when they are first used, which may be long after the release that sent the page was replaced.
 */
export class OpenPages {
  readonly #url: string
  readonly #bodies = new Map<string, string>()
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  /** The assets that had another content when they were loaded again. */
  readonly changedAssets: string[] = []

  constructor(url: string) {
    this.#url = url
  }

  get assetNames(): Set<string> {
    return new Set(this.#bodies.keys())
  }

  /** Opens a page and holds it: loads its assets, and the assets that these name. */
  async openPage(path: string): Promise<void> {
    const document = await this.#load(path)
    if (document !== null) await this.#loadNew(findAssetNames(document))
  }

  /** Loads the assets of all pages that were ever opened; each must have the content that it had before. */
  async loadAssets(): Promise<void> {
    const semaphore = new Semaphore({ concurrency: CONNECTIONS })
    await Promise.all(
      [...this.#bodies].map(([name, before]) =>
        semaphore.run(async () => {
          const body = await this.#load(`/assets/${name}`)
          if (body !== null && body !== before) this.changedAssets.push(name)
        }),
      ),
    )
  }

  close(): void {
    this.#agent.destroy()
  }

  async #loadNew(names: Set<string>): Promise<void> {
    const unknown = [...names].filter((name) => !this.#bodies.has(name))
    // Noted before the load, so that an asset that two others name is loaded once.
    for (const name of unknown) this.#bodies.set(name, '')
    await Promise.all(
      unknown.map(async (name) => {
        const body = await this.#load(`/assets/${name}`)
        if (body === null) return
        this.#bodies.set(name, body)
        if (/\.(?:js|css)$/.test(name)) await this.#loadNew(findAssetNames(body))
      }),
    )
  }

  /** The body, or null if the response is no success; the proxy counts those. */
  async #load(path: string): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const request = get(this.#url + path, { agent: this.#agent }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', () => resolve(null))
      reply.on('end', () =>
        resolve(reply.statusCode === 200 ? Buffer.concat(chunks).toString('latin1') : null),
      )
    })
    request.on('error', () => resolve(null))
    return promise
  }
}

/** The names of the assets that a document, script or style can ask for. */
export function findAssetNames(text: string): Set<string> {
  const references = text.match(ASSET_REFERENCE) ?? []
  return new Set(references.flatMap((reference) => reference.match(ASSET_NAME) ?? []))
}

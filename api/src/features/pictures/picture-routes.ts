import { PICTURE_SIZES } from '@dolph/contract/pictures/pictures'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDeps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { createPictureFiles, PICTURE_HEADERS } from './picture-files.ts'
import { createPictureVisibilityCache } from './picture-visibility.ts'

const CACHE_MAX_BYTES = 32 * 1024 * 1024

const KEY_PATTERN = /^[A-Za-z0-9_-]{43}$/
const SQUARE_FILES = new Set(Object.values(PICTURE_SIZES).map((side) => `${side}.webp`))
/** A file of a picture of a post; one of other dimensions than its picture has is not in storage. */
const SIZED_FILE_PATTERN = /^[1-9]\d{0,3}x[1-9]\d{0,3}\.webp$/

const HEADERS = {
  ...PICTURE_HEADERS,
  // The picture at a URL never changes, so a browser fetches it once.
  'cache-control': 'public, max-age=31536000, immutable',
}

/** For those who may see the picture of a hidden post: no cache may keep it for others. */
const HIDDEN_HEADERS = { ...HEADERS, 'cache-control': 'private, no-store' }

interface Options extends Pick<AppDeps, 'readers' | 'files'> {
  maySeeHidden: (request: FastifyRequest, uploaderId: string) => Promise<boolean>
}

/**
 * Serves stored pictures, from memory if cached. They are public: knowing the URL is enough, unless all posts that use a picture
 * are hidden. Whether a picture still exists is checked again every second, whatever is cached.
 */
export async function pictureRoutes(
  app: FastifyInstance,
  { readers, files, maySeeHidden }: Options,
): Promise<void> {
  const visibilities = createPictureVisibilityCache(readers)
  const pictureFiles = createPictureFiles(files, CACHE_MAX_BYTES)

  app.get<{ Params: { key: string; file: string } }>(
    '/pictures/:key/:file',
    { config: { access: 'public', limit: 'asset' }, schema: { hide: true } },
    async (request, reply) => {
      const { key, file } = request.params
      const isFileName = SQUARE_FILES.has(file) || SIZED_FILE_PATTERN.test(file)
      if (!isFileName || !KEY_PATTERN.test(key)) throw notFound()
      const name = `pictures/${key}/${file}`
      const bytes = await pictureFiles.read(name)
      // An invented key costs no query.
      if (!bytes) throw notFound()
      const visibility = await visibilities.fetch(key)
      if (!visibility || visibility.state === 'deleted') {
        pictureFiles.forget(name)
        throw notFound()
      }
      if (visibility.state === 'hidden') {
        if (!(await maySeeHidden(request, visibility.uploaderId))) throw notFound()
        return reply.headers(HIDDEN_HEADERS).send(bytes)
      }
      const etag = `"${key}-${file}"`
      reply.headers(HEADERS).header('etag', etag)
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.send(bytes)
    },
  )
}

function notFound(): Refusal {
  return new Refusal('not-found', 'Picture not found')
}

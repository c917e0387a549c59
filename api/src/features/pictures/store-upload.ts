import { createHash, randomBytes } from 'node:crypto'
import { PICTURE_FORMAT_UNSUPPORTED } from '@dolph/contract/pictures/pictures'
import type { PictureDimensions } from '@dolph/contract/posts/post-pictures'
import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { Refusal } from '../../platform/errors.ts'
import { refuseIfOff } from '../../platform/flags/flags.ts'
import { OverloadedError, Semaphore } from '../../platform/semaphore.ts'
import {
  DecodeError,
  encodePicture,
  type EncodedPicture,
  type PictureKind,
} from './encode-picture.ts'
import { StorageUnavailableError } from '../../platform/storage/file-store.ts'
import type { Database } from '../../platform/db/database.ts'
import { insertPicture, listPictureFileNames, markPictureStored } from './pictures.ts'

/** Each running upload may hold a whole file in memory; the bytes of queued uploads are not read yet. */
const UPLOAD_CONCURRENCY = 4
const UPLOAD_QUEUE_MAX = 8
/** Well below the request timeout. */
const UPLOAD_QUEUE_TIMEOUT_MS = 6_000
const RETRY_SECONDS = 5

/** One for all kinds of pictures: together they must not hold more files in memory. */
const uploads = new Semaphore({
  concurrency: UPLOAD_CONCURRENCY,
  queueMax: UPLOAD_QUEUE_MAX,
  waitTimeoutMs: UPLOAD_QUEUE_TIMEOUT_MS,
})

/** The table of one kind of pictures, and the names of their files. */
export interface PictureRecords {
  /** False if the member no longer exists. */
  insert: (db: Database, key: string, memberId: string, size: PictureDimensions) => Promise<boolean>
  /** False if the picture was deleted meanwhile. */
  markStored: (db: Database, key: string) => Promise<boolean>
  listFileNames: (
    key: string,
    size: PictureDimensions,
  ) => [large: string] | [large: string, small: string]
}

/** Of public pictures: those of profiles, which have fixed sizes, and of posts. */
function createPublicRecords(kind: PictureKind): PictureRecords {
  const getStoredSize = (size: PictureDimensions) => (kind === 'profile' ? null : size)
  return {
    insert: async (db, key, memberId, size) =>
      insertPicture(db, key, memberId, getStoredSize(size)),
    markStored: markPictureStored,
    listFileNames: (key, size) => listPictureFileNames(key, getStoredSize(size)),
  }
}

interface Upload {
  memberId: string
  kind: PictureKind
  /** By default those of public pictures. */
  records?: PictureRecords
  /** Reads the file, once the semaphore admits the upload. */
  receive: () => Promise<Buffer>
  log: FastifyBaseLogger
  /** The text of a refusal when storage or the decoder cannot take the file now. */
  unavailableMessage: string
}

export interface StoredUpload {
  key: string
  size: PictureDimensions
}

/** Receives, encodes and stores an uploaded file. Refuses what is no picture, and everything while storage is down. */
export async function storeUpload(deps: Deps, upload: Upload): Promise<StoredUpload> {
  const message = 'Pictures cannot be uploaded for the moment. Please try again later.'
  refuseIfOff(deps, 'uploads', message, upload.memberId)
  try {
    const picture = await uploads.run(async () =>
      encodePicture(await upload.receive(), upload.kind),
    )
    return { key: await storePicture(deps, upload, picture), size: picture.size }
  } catch (error) {
    throw mapUploadError(error, upload)
  }
}

/** The row is inserted before the files, so that a failed upload can be found and its files deleted. */
async function storePicture(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  {
    memberId,
    kind,
    records = createPublicRecords(kind),
  }: Pick<Upload, 'memberId' | 'kind' | 'records'>,
  { size, large, small }: EncodedPicture,
): Promise<string> {
  const key = createHash('sha256').update(randomBytes(32)).update(large).digest('base64url')
  if (!(await records.insert(db, key, memberId, size))) throw accountDeleted()
  const [largeName, smallName] = records.listFileNames(key, size)
  const puts = [files.put(largeName, large, 'image/webp')]
  if (small && smallName !== undefined) puts.push(files.put(smallName, small, 'image/webp'))
  await Promise.all(puts)
  if (!(await records.markStored(db, key))) throw accountDeleted()
  return key
}

function mapUploadError(error: unknown, { log, unavailableMessage }: Upload): unknown {
  if (error instanceof DecodeError) {
    const message =
      error.reason === 'unreadable' ? PICTURE_FORMAT_UNSUPPORTED : 'The picture has too many pixels'
    return new Refusal('invalid-input', message)
  }
  if (error instanceof StorageUnavailableError)
    log.warn(error, 'picture upload failed: storage is unavailable; the member gets a 503')
  if (error instanceof StorageUnavailableError || error instanceof OverloadedError)
    return new Refusal('unavailable', unavailableMessage, { retryAfterSeconds: RETRY_SECONDS })
  return error
}

function accountDeleted(): Refusal {
  return new Refusal('not-signed-in', 'Please log in')
}

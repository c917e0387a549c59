import { PICTURE_TYPES } from '@dolph/contract/pictures/pictures'
import { getCropParts, getScaledSize, type Area, type CropFrame } from './crop-area.ts'

const FILE_BYTES_MAX = 30 * 1024 * 1024
/** What a file must be, for the hint beside a picture field. */
export const PICTURE_REQUIREMENTS = 'JPEG, PNG or WebP, at most 30 MB.'
const QUALITY = 0.9

/** A local picture that the browser has decoded. `url` is an object URL that the caller must revoke. */
export interface DecodedPicture {
  image: HTMLImageElement
  url: string
  type: string
}

/** The file cannot be used as a picture; the message can be shown to the member. */
export class InvalidPictureError extends Error {
  override name = 'InvalidPictureError'
}

/** Decodes a chosen file. The browser applies the EXIF orientation itself. */
export async function decodePicture(file: File): Promise<DecodedPicture> {
  if (!PICTURE_TYPES.some((type) => type === file.type)) throw createUnreadableError()
  if (file.size > FILE_BYTES_MAX)
    throw new InvalidPictureError('The picture is too large: it can have at most 30 MB')
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(url)
    throw createUnreadableError()
  }
  return { image, url, type: file.type }
}

/** Encodes a part of a picture as a small file that keeps transparency. */
export function cropPicture(picture: DecodedPicture, area: Area, frame: CropFrame): Promise<Blob> {
  const { from, output } = getCropParts(area, getPictureSize(picture), frame)
  return drawPicture(picture, from, output)
}

/** Encodes a whole picture, scaled down if it is larger than `max`. */
export function scalePicture(
  picture: DecodedPicture,
  max: { width: number; height: number },
): Promise<Blob> {
  const size = getPictureSize(picture)
  return drawPicture(picture, { x: 0, y: 0, ...size }, getScaledSize(size, max))
}

function getPictureSize({ image }: DecodedPicture) {
  return { width: image.naturalWidth, height: image.naturalHeight }
}

async function drawPicture(
  { image, type }: DecodedPicture,
  from: Area,
  output: { width: number; height: number },
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, output)
  const context = canvas.getContext('2d')
  if (!context) throw createUnreadableError()
  context.imageSmoothingQuality = 'high'
  const { x, y, width, height } = from
  context.drawImage(image, x, y, width, height, 0, 0, output.width, output.height)

  const webp = await encodeCanvas(canvas, 'image/webp')
  // A browser that cannot encode WebP returns PNG instead, which is large for a photo.
  if (webp.type === 'image/webp' || type !== 'image/jpeg') return webp
  return encodeCanvas(canvas, 'image/jpeg')
}

function encodeCanvas(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(createUnreadableError())), type, QUALITY)
  })
}

function createUnreadableError(): InvalidPictureError {
  return new InvalidPictureError('Please choose a JPEG, PNG or WebP picture')
}

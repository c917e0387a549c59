import { PICTURE_TYPES } from '@dolph/contract/pictures'
import { getCropSquare, type Area } from './crop-area.ts'

const FILE_BYTES_MAX = 30 * 1024 * 1024
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
  if (file.size > FILE_BYTES_MAX) throw new InvalidPictureError('The picture is too large')
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

/** Encodes the square of `area` as a small file that keeps transparency. */
export async function cropPicture({ image, type }: DecodedPicture, area: Area): Promise<Blob> {
  const { naturalWidth: width, naturalHeight: height } = image
  const { x, y, side, outputSide } = getCropSquare(area, { width, height })
  const canvas = document.createElement('canvas')
  canvas.width = outputSide
  canvas.height = outputSide
  const context = canvas.getContext('2d')
  if (!context) throw createUnreadableError()
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, side, side, 0, 0, outputSide, outputSide)

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

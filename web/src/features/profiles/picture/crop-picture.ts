import { PICTURE_TYPES } from '@dolph/contract/pictures'
import { squareOf, type Area } from './crop-area.ts'

const FILE_BYTES_MAX = 30 * 1024 * 1024
const QUALITY = 0.9

/** A picture of this device that the browser can draw. `url` lasts until it is revoked. */
export interface OpenPicture {
  image: HTMLImageElement
  url: string
  type: string
}

/** Why a file cannot become a picture, in words that can be shown. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture'
}

/** Opens a chosen file. Cameras that were held sideways are turned upright by the browser itself. */
export async function openPicture(file: File): Promise<OpenPicture> {
  if (!PICTURE_TYPES.some((type) => type === file.type)) throw unreadable()
  if (file.size > FILE_BYTES_MAX) throw new UnusablePicture('The picture is too large')
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(url)
    throw unreadable()
  }
  return { image, url, type: file.type }
}

/** The square of `area` as a small file of its own; transparent where the picture is. */
export async function cropPicture({ image, type }: OpenPicture, area: Area): Promise<Blob> {
  const { naturalWidth: width, naturalHeight: height } = image
  const { x, y, side, drawn } = squareOf(area, { width, height })
  const canvas = document.createElement('canvas')
  canvas.width = drawn
  canvas.height = drawn
  const context = canvas.getContext('2d')
  if (!context) throw unreadable()
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, x, y, side, side, 0, 0, drawn, drawn)

  const webp = await encode(canvas, 'image/webp')
  // A browser that cannot write WebP gives PNG instead, which is large for a photograph.
  if (webp.type === 'image/webp' || type !== 'image/jpeg') return webp
  return encode(canvas, 'image/jpeg')
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(unreadable())), type, QUALITY)
  })
}

function unreadable(): UnusablePicture {
  return new UnusablePicture('Please choose a JPEG, PNG or WebP picture')
}

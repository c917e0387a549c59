/** A piece of a picture, in its own pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The server makes 512 of it; twice that leaves it something to sharpen. */
const SIDE_MAX = 1024

/** The square to cut out and how wide to draw it: whole pixels, inside the picture, never enlarged. */
export function getCropSquare(area: Area, picture: { width: number; height: number }) {
  const shorter = Math.min(picture.width, picture.height)
  const side = clamp(Math.round(Math.min(area.width, area.height)), 1, Math.max(1, shorter))
  return {
    x: clamp(Math.round(area.x), 0, picture.width - side),
    y: clamp(Math.round(area.y), 0, picture.height - side),
    side,
    drawn: Math.min(side, SIDE_MAX),
  }
}

/** How an image is laid into a square box of any size so that only `percent` of it shows. */
export function getPreviewStyle(percent: Area) {
  return {
    width: `${100 / (percent.width / 100)}%`,
    left: `${(-100 * percent.x) / percent.width}%`,
    top: `${(-100 * percent.y) / percent.height}%`,
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** A part of a picture, in pixels of the picture. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Twice the 512 pixels that the server scales the picture to, for a sharp result. */
const SIDE_MAX = 1024

/** The square to cut out and the side length to draw it with: whole pixels, inside the picture, never enlarged. */
export function getCropSquare(area: Area, picture: { width: number; height: number }) {
  const shorterSide = Math.min(picture.width, picture.height)
  const side = clamp(Math.round(Math.min(area.width, area.height)), 1, Math.max(1, shorterSide))
  return {
    x: clamp(Math.round(area.x), 0, picture.width - side),
    y: clamp(Math.round(area.y), 0, picture.height - side),
    side,
    outputSide: Math.min(side, SIDE_MAX),
  }
}

/** CSS that positions an image in a square box of any size so that only the area `percent` is visible. */
export function getPreviewStyle(percent: Area) {
  return {
    width: `${100 / (percent.width / 100)}%`,
    left: `${(-100 * percent.x) / percent.width}%`,
    top: `${(-100 * percent.y) / percent.height}%`,
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

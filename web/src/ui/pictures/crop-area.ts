/** A part of a picture, in pixels of the picture. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** What is made of a picture: its width through its height, and the largest width. */
export interface CropFrame {
  aspect: number
  widthMax: number
}

interface Size {
  width: number
  height: number
}

/** The part to cut out and the size to draw it in: whole pixels, inside the picture, never enlarged. */
export function getCropParts(area: Area, picture: Size, { aspect, widthMax }: CropFrame) {
  const widest = Math.max(1, Math.floor(Math.min(picture.width, picture.height * aspect)))
  const width = clamp(Math.round(Math.min(area.width, area.height * aspect)), 1, widest)
  const height = clamp(Math.round(width / aspect), 1, picture.height)
  const outputWidth = Math.min(width, widthMax)
  return {
    from: {
      x: clamp(Math.round(area.x), 0, picture.width - width),
      y: clamp(Math.round(area.y), 0, picture.height - height),
      width,
      height,
    },
    output: { width: outputWidth, height: Math.max(1, Math.round(outputWidth / aspect)) },
  }
}

/** The size of a whole picture that is scaled down, if it is too large. */
export function getScaledSize({ width, height }: Size, max: Size): Size {
  const scale = Math.min(1, max.width / width, max.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
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

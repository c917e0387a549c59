/** Width and height of the drawing's view box: 16:9, as a cover picture. */
export const DRAWING = { width: 320, height: 180 }

/** A post that is being written has no id, and so no drawing of its own yet. */
export const NO_ID = ''

interface CoverFacts {
  /** The same id has the same drawing everywhere. */
  id: string
  /** Likes and comments: a lively project has more waves than it had before. */
  activity: number
  /** A fin for each, up to four. */
  teamSize: number
}

export interface CoverDrawing {
  /** Paths from the back to the front. */
  layers: string[]
  /** Whether the layers are lines, not areas. */
  isLines: boolean
  /** How far the sea is tilted, in degrees. */
  tilt: number
  /** How far the color is turned from that of the type, in degrees. */
  hue: number
  sun: { x: number; y: number; radius: number } | undefined
}

const FINS_MAX = 4
/** Waves reach so far beyond the drawing that a tilted sea has no gap in a corner. */
const TILT_MARGIN = 24

/** The drawing of a post without a picture: a sea with waves by activity and a fin for each teammate. */
export function drawCover({ id, activity, teamSize }: CoverFacts): CoverDrawing {
  if (id === NO_ID) return { layers: CALM_WAVES, isLines: false, tilt: 0, hue: 0, sun: undefined }
  const random = createRandom(id)
  // First, so that they stay while the project grows.
  const tilt = random(-8, 8) * (random(0, 2) === 0 ? 3 : 1)
  const [hue, extraWaves] = [random(-24, 24), random(0, 2)]
  const sun = { x: random(36, 284), y: random(16, 96), radius: random(10, 56) }
  const sea = random(56, 112)
  const waveCount = countWaves(activity) + extraWaves
  const gap = Math.round((DRAWING.height - 8 - sea) / waveCount)
  const height = random(3, 20)
  const step = random(40, 190)
  // Fins of lines would stand on sticks.
  const isLines = teamSize === 0 && random(0, 2) === 0
  const fins = drawFins(random, Math.min(teamSize, FINS_MAX), sea + 14)
  const waves = Array.from({ length: waveCount }, (_, n) => {
    const wave = { start: -random(24, 110), step: step + random(-14, 14), top: sea + n * gap }
    return drawWave({ ...wave, height: height + random(-2, 3) }, isLines)
  })
  // Fins and the first wave are one path: where two half-transparent ones overlap, the fins would show below the water.
  const [first = '', ...rest] = waves
  return { layers: [fins + first, ...rest], isLines, tilt, hue, sun }
}

const CALM_WAVES = [96, 138].map((top) => drawWave({ start: -40, step: 80, top, height: 4 }, false))

/** Two waves for a quiet project, up to five; the id adds up to two. */
function countWaves(activity: number): number {
  if (activity >= 40) return 5
  if (activity >= 10) return 4
  return activity >= 2 ? 3 : 2
}

/** A banner of waves for a name, as wide as a page. */
export const BANNER = { width: 960, height: 160 }

export function drawBanner(name: string): string[] {
  const random = createRandom(name.toLowerCase())
  const [top, height, step] = [random(36, 72), random(8, 20), random(90, 210)]
  return [0, 1, 2].map((n) => {
    const wave = { start: -random(0, 90), step: step + n * random(8, 24), top: top + n * 32 }
    return drawWave({ ...wave, height: height - n * 2 }, false, BANNER)
  })
}

/** A whole number from `min` to `max`. */
type Random = (min: number, max: number) => number

interface Wave {
  start: number
  /** Half of the wave's length. */
  step: number
  top: number
  height: number
}

/** Waves from before the left edge to behind the right one, as a line or down to the bottom. */
function drawWave({ start, step, top, height }: Wave, isLine: boolean, size = DRAWING): string {
  const count = Math.ceil((size.width + TILT_MARGIN - start) / step) - 1
  const rest = `t${step} 0`.repeat(count)
  const line = `M${start} ${top}q${Math.round(step / 2)} ${-2 * height} ${step} 0${rest}`
  return isLine ? line : `${line}V${size.height + 3 * TILT_MARGIN}H${start}z`
}

/** Fins at different places and in different sizes. */
function drawFins(random: Random, count: number, y: number): string {
  const first = random(24, 60)
  const apart = Math.round(230 / Math.max(count, 1))
  return Array.from({ length: count }, (_, n) =>
    drawFin(first + n * apart + random(-8, 8), y, random(34, 62)),
  ).join('')
}

/** A fin that leans to the left, with its base at `y`. */
function drawFin(x: number, y: number, size: number): string {
  const half = Math.round(size / 2)
  return `M${x} ${y}q${half} ${-half} ${Math.round(size / 4)} ${-size}q${size} ${Math.round(size / 5)} ${size} ${size}z`
}

/** Mulberry32, seeded by the FNV-1a hash of the text. */
function createRandom(text: string): Random {
  let state = 0x811c9dc5
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (min, max) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return min + Math.floor(fraction * (max - min + 1))
  }
}

/** Width and height of the drawing's view box: 16:9, as a cover picture. */
export const DRAWING = { width: 320, height: 180 }

export interface CoverDrawing {
  /** Paths from the back to the front. */
  layers: string[]
  /** Whether the layers are lines, not areas. */
  isLines: boolean
  sun: { x: number; y: number; radius: number }
}

/** The drawing of a post without a picture: waves, fins or tides. The same id has the same drawing everywhere. */
export function drawCover(id: string): CoverDrawing {
  const random = createRandom(id)
  const sun = { x: random(48, 272), y: random(28, 76), radius: random(16, 34) }
  const motif = MOTIFS[random(0, MOTIFS.length - 1)] ?? drawWaves
  return { ...motif(random), sun }
}

/** A whole number from `min` to `max`. */
type Random = (min: number, max: number) => number
type Motif = (random: Random) => Pick<CoverDrawing, 'layers' | 'isLines'>

const drawWaves: Motif = (random) => {
  const layers = [78, 108, 138].map((top) =>
    closeBelow(drawWave(random, top + random(-8, 8), random(7, 15))),
  )
  return { layers, isLines: false }
}

const drawFins: Motif = (random) => {
  const sea = random(116, 128)
  const large = drawFin(random(40, 90), sea + 14, random(76, 100))
  const small = drawFin(random(190, 240), sea + 14, random(40, 56))
  return {
    // Fins and sea are one path: where two half-transparent ones overlap, the fins would show below the water.
    layers: [
      large + small + closeBelow(drawWave(random, sea, random(4, 7))),
      closeBelow(drawWave(random, sea + 18, random(5, 9))),
      closeBelow(drawWave(random, sea + 38, random(4, 7))),
    ],
    isLines: false,
  }
}

const drawTides: Motif = (random) => {
  const top = random(64, 84)
  const height = random(8, 20)
  const step = random(80, 130)
  const layers = [0, 1, 2, 3, 4].map((line) =>
    drawWaveOf({ start: -random(0, 20), step, top: top + line * 24, height: height - line * 2 }),
  )
  return { layers, isLines: true }
}

const MOTIFS: readonly Motif[] = [drawWaves, drawFins, drawTides]

function drawWave(random: Random, top: number, height: number): string {
  return drawWaveOf({ start: -random(0, 90), step: random(70, 120), top, height })
}

interface Wave {
  start: number
  /** Half of the wave's length. */
  step: number
  top: number
  height: number
}

/** A line of waves from before the left edge to behind the right one. */
function drawWaveOf({ start, step, top, height }: Wave): string {
  const count = Math.ceil((DRAWING.width - start) / step) - 1
  const rest = `t${step} 0`.repeat(count)
  return `M${start} ${top}q${Math.round(step / 2)} ${-2 * height} ${step} 0${rest}`
}

function closeBelow(line: string): string {
  return `${line}V${DRAWING.height}H-90z`
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

import type { SeededRandom } from '../seeded-random.ts'
import type { Palette } from './palettes.ts'
import { drawArea, drawBox, drawCircle, drawLine, drawPath, type Point } from './svg.ts'

/** Two measured lines over time. */
export function drawChart(random: SeededRandom, colors: Palette): string[] {
  const lower = walk(random, 470, 60)
  const upper = walk(random, 330, 90)
  const bottom = [
    { x: 1120, y: 640 },
    { x: 190, y: 640 },
  ]
  const grid = [0, 1, 2, 3, 4].map((index) =>
    drawLine(
      [
        { x: 190, y: 200 + index * 110 },
        { x: 1120, y: 200 + index * 110 },
      ],
      colors.quiet,
      3,
    ),
  )
  return [
    drawBox({ x: 110, y: 90, width: 1060, height: 620 }, colors.surface, 24),
    drawBox({ x: 190, y: 136, width: 220, height: 20 }, colors.ink, 10),
    ...grid,
    drawArea([...lower, ...bottom], colors.second, 0.28),
    drawLine(lower, colors.second, 8),
    drawLine(upper, colors.accent, 8),
    ...upper
      .filter((_, index) => index % 4 === 0)
      .map(({ x, y }) => drawCircle(x, y, 12, colors.accent)),
  ]
}

/** A town with streets, water, a park and a route. */
export function drawMap(random: SeededRandom, colors: Palette): string[] {
  const streets = Array.from({ length: 13 }, (_, index) => {
    const offset = index * 110 - 40 + random.nextInteger(50)
    const slant = random.nextInteger(160) - 80
    const line = index % 2 === 0 ? [offset, 0, offset + slant, 840] : [0, offset, 1280, offset / 2]
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = line
    return drawLine(
      [
        { x: x1, y: y1 },
        { x: x2, y: y2 },
      ],
      colors.surface,
      index % 3 === 0 ? 20 : 9,
    )
  })
  const route: Point[] = [0, 1, 2, 3, 4, 5].map((index) => ({
    x: 210 + index * 170,
    y: 560 - index * 60 + random.nextInteger(120) - 60,
  }))
  const start = route[0] ?? { x: 210, y: 560 }
  const end = route.at(-1) ?? start
  return [
    drawPath('M0 610 C 260 500 420 740 700 640 S 1120 470 1280 560 V 840 H 0 Z', colors.quiet),
    drawBox({ x: 760, y: 110, width: 300, height: 210 }, colors.accent, 60),
    ...streets,
    drawLine(route, colors.second, 14),
    drawCircle(start.x, start.y, 24, colors.ink),
    drawCircle(end.x, end.y, 34, colors.second),
    drawCircle(end.x, end.y, 14, colors.surface),
  ]
}

/** A sound recording with a marked part. */
export function drawWaveform(random: SeededRandom, colors: Palette): string[] {
  const bars = Array.from({ length: 56 }, (_, index) => {
    const swell = Math.abs(Math.sin(index / 7)) * 260
    const height = 30 + swell * (0.4 + random.nextFloat() * 0.6)
    const isMarked = index > 20 && index < 36
    return drawBox(
      { x: 150 + index * 18, y: 400 - height / 2, width: 10, height },
      isMarked ? colors.second : colors.accent,
      5,
    )
  })
  return [
    drawBox({ x: 100, y: 130, width: 1080, height: 560 }, colors.surface, 28),
    drawBox({ x: 520, y: 170, width: 290, height: 460 }, colors.quiet, 16),
    ...bars,
  ]
}

/** A board with a chip, traces and parts. */
export function drawCircuit(random: SeededRandom, colors: Palette): string[] {
  const traces = Array.from({ length: 12 }, (_, index) => {
    const isLeft = index % 2 === 0
    const y = 250 + index * 28
    const turn = isLeft ? 360 - random.nextInteger(160) : 920 + random.nextInteger(160)
    const end = { x: isLeft ? 110 : 1170, y: y + (random.nextInteger(240) - 120) }
    const points = [{ x: isLeft ? 500 : 780, y }, { x: turn, y }, end]
    return drawLine(points, colors.accent, 7) + drawCircle(end.x, end.y, 13, colors.second)
  })
  return [
    drawBox({ x: 60, y: 80, width: 1160, height: 640 }, colors.surface, 34),
    ...traces,
    drawBox({ x: 500, y: 220, width: 280, height: 360 }, colors.ink, 18),
    drawBox({ x: 540, y: 260, width: 120, height: 16 }, colors.quiet, 8),
    drawCircle(730, 540, 12, colors.second),
  ]
}

/** Points from left to right whose height wanders. */
function walk(random: SeededRandom, middle: number, step: number): Point[] {
  let y = middle
  return Array.from({ length: 25 }, (_, index) => {
    y = Math.min(620, Math.max(190, y + (random.nextFloat() - 0.54) * step))
    return { x: 190 + index * 38.75, y }
  })
}

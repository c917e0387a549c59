import type { SeededRandom } from '../seeded-random.ts'
import type { Palette } from './palettes.ts'
import { drawBox, drawCircle, drawLine, type Point } from './svg.ts'

const WINDOW = { x: 130, y: 100, width: 1020, height: 620 }

/** A terminal with commands and their output. */
export function drawTerminal(random: SeededRandom, colors: Palette): string[] {
  const lines = Array.from({ length: 11 }, (_, index) => {
    const y = 190 + index * 46
    const isCommand = index % 4 === 0
    const prompt = isCommand ? drawBox({ x: 180, y, width: 18, height: 16 }, colors.second, 4) : ''
    const words = Array.from({ length: 2 + random.nextInteger(4) }, (__, word) =>
      drawBox(
        { x: 214 + word * 150, y, width: 60 + random.nextInteger(80), height: 16 },
        isCommand ? colors.accent : '#8fa3a8',
        8,
      ),
    )
    return prompt + words.join('')
  })
  return [drawBox(WINDOW, '#10191d', 20), ...drawWindowButtons(), ...lines]
}

/** An editor with a file list and highlighted code. */
export function drawEditor(random: SeededRandom, colors: Palette): string[] {
  const code = Array.from({ length: 12 }, (_, index) => {
    const indent = [0, 1, 2, 2, 3, 2, 1, 1, 2, 2, 1, 0][index] ?? 0
    const y = 180 + index * 43
    const words = Array.from({ length: 1 + random.nextInteger(4) }, (__, word) =>
      drawBox(
        {
          x: 430 + indent * 40 + word * 130,
          y,
          width: 46 + random.nextInteger(74),
          height: 15,
        },
        random.pickOne([colors.accent, colors.second, colors.ink, colors.ink]),
        7,
      ),
    )
    return drawBox({ x: 380, y, width: 20, height: 15 }, colors.quiet, 7) + words.join('')
  })
  const files = Array.from({ length: 9 }, (_, index) =>
    drawBox(
      { x: 165, y: 180 + index * 50, width: 80 + random.nextInteger(80), height: 15 },
      index === 3 ? colors.accent : colors.ink,
      7,
    ),
  )
  return [
    drawBox(WINDOW, colors.surface, 20),
    drawBox({ ...WINDOW, width: 220 }, colors.quiet, 20),
    ...drawWindowButtons(),
    ...files,
    ...code,
  ]
}

/** Services, packages or tables with lines between them. */
export function drawGraph(random: SeededRandom, colors: Palette): string[] {
  const nodes: Point[] = Array.from({ length: 11 }, (_, index) => ({
    x: 190 + (index % 4) * 300 + random.nextInteger(90),
    y: 170 + Math.floor(index / 4) * 230 + random.nextInteger(90),
  }))
  const edges = nodes.slice(1).flatMap((node) => {
    const from = random.pickOne(nodes)
    return [drawLine([from, node], colors.quiet, 5)]
  })
  const chain = drawLine(nodes.slice(0, 4), colors.second, 7)
  const marks = nodes.map(({ x, y }, index) => {
    const radius = 26 + random.nextInteger(22)
    const fill = index < 4 ? colors.second : random.pickOne([colors.accent, colors.surface])
    return drawCircle(x, y, radius + 7, colors.ground) + drawCircle(x, y, radius, fill)
  })
  return [...edges, chain, ...marks]
}

function drawWindowButtons(): string[] {
  return ['#f2706b', '#f0b94f', '#5fc27a'].map((fill, index) =>
    drawCircle(172 + index * 34, 138, 11, fill),
  )
}

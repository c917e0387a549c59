import type { SeededRandom } from '../seeded-random.ts'
import type { Palette } from './palettes.ts'
import { drawBox, drawCircle, type Box } from './svg.ts'

/** A page of a web app with a menu, figures and a list. */
export function drawDashboard(random: SeededRandom, colors: Palette): string[] {
  const bars = Array.from({ length: 14 }, (_, index) => {
    const height = 40 + random.nextInteger(150)
    return drawBox(
      { x: 420 + index * 52, y: 560 - height, width: 30, height },
      random.nextBoolean(0.25) ? colors.second : colors.accent,
      6,
    )
  })
  return [
    drawBox({ x: 120, y: 90, width: 1080, height: 660 }, colors.surface, 22),
    drawBox({ x: 120, y: 90, width: 230, height: 660 }, colors.quiet, 22),
    drawCircle(172, 150, 22, colors.accent),
    ...drawTextLines({ x: 160, y: 220, width: 150, height: 42 * 6 }, colors.ink, random, 6),
    ...[0, 1, 2].flatMap((index) => [
      drawBox({ x: 400 + index * 260, y: 140, width: 230, height: 130 }, colors.quiet, 14),
      drawBox({ x: 424 + index * 260, y: 166, width: 90, height: 12 }, colors.ink, 6),
      drawBox(
        { x: 424 + index * 260, y: 200, width: 60 + random.nextInteger(100), height: 34 },
        index === 1 ? colors.second : colors.accent,
        8,
      ),
    ]),
    drawBox({ x: 400, y: 310, width: 760, height: 290 }, colors.quiet, 14),
    ...bars,
    drawBox({ x: 400, y: 640, width: 760, height: 80 }, colors.quiet, 14),
  ]
}

/** A board with columns of cards. */
export function drawBoard(random: SeededRandom, colors: Palette): string[] {
  return [0, 1, 2, 3].flatMap((column) => {
    const x = 90 + column * 285
    const cards = Array.from({ length: 2 + random.nextInteger(3) }, (_, index) => {
      const card = { x: x + 18, y: 170 + index * 150, width: 224, height: 130 }
      return [
        drawBox(card, colors.surface, 12),
        drawBox(
          { x: card.x + 18, y: card.y + 20, width: 64, height: 14 },
          random.pickOne([colors.accent, colors.second]),
          7,
        ),
        ...drawTextLines(
          { x: card.x + 18, y: card.y + 50, width: 180, height: 44 },
          colors.ink,
          random,
          2,
        ),
        drawCircle(card.x + 198, card.y + 104, 13, random.pickOne([colors.accent, colors.second])),
      ].join('')
    })
    return [
      drawBox({ x, y: 90, width: 260, height: 720 }, colors.quiet, 18),
      drawBox({ x: x + 24, y: 122, width: 90 + random.nextInteger(70), height: 16 }, colors.ink, 8),
      ...cards,
    ]
  })
}

/** A conversation between two people. */
export function drawConversation(random: SeededRandom, colors: Palette): string[] {
  return [
    drawBox({ x: 260, y: 70, width: 760, height: 740 }, colors.surface, 26),
    ...[0, 1, 2, 3, 4].flatMap((index) => {
      const isOwn = index % 2 === 1
      const width = 260 + random.nextInteger(220)
      const x = isOwn ? 960 - width : 370
      const y = 120 + index * 118
      return [
        isOwn ? '' : drawCircle(322, y + 40, 26, colors.second),
        drawBox({ x, y, width, height: 88 }, isOwn ? colors.accent : colors.quiet, 22),
        ...drawTextLines(
          { x: x + 26, y: y + 26, width: width - 52, height: 44 },
          isOwn ? colors.surface : colors.ink,
          random,
          2,
        ),
      ]
    }),
  ]
}

/** Two phones that show an app. */
export function drawPhones(random: SeededRandom, colors: Palette): string[] {
  return [260, 690].flatMap((x, phone) => {
    const y = phone === 0 ? 70 : 130
    return [
      drawBox({ x, y, width: 330, height: 680 }, colors.ink, 46),
      drawBox({ x: x + 14, y: y + 14, width: 302, height: 652 }, colors.surface, 34),
      drawBox({ x: x + 110, y: y + 28, width: 110, height: 20 }, colors.ink, 10),
      drawBox(
        { x: x + 40, y: y + 80, width: 250, height: 170 },
        phone === 0 ? colors.accent : colors.second,
        20,
      ),
      drawCircle(x + 165, y + 165, 46 + random.nextInteger(16), colors.surface),
      ...[0, 1, 2, 3].flatMap((row) => [
        drawBox({ x: x + 40, y: y + 280 + row * 84, width: 250, height: 66 }, colors.quiet, 14),
        drawCircle(x + 76, y + 313 + row * 84, 18, random.pickOne([colors.accent, colors.second])),
        drawBox(
          { x: x + 110, y: y + 305 + row * 84, width: 70 + random.nextInteger(90), height: 14 },
          colors.ink,
          7,
        ),
      ]),
    ]
  })
}

/** Bars that stand for lines of text. */
export function drawTextLines(
  { x, y, width, height }: Box,
  color: string,
  random: SeededRandom,
  count: number,
): string[] {
  return Array.from({ length: count }, (_, index) =>
    drawBox(
      {
        x,
        y: y + (height / count) * index,
        width: width * (0.5 + random.nextFloat() * 0.5),
        height: 12,
      },
      color,
      6,
    ),
  )
}

import { createSeededRandom } from '../seeded-random.ts'
import { drawBox, drawCircle, drawPath, wrapSvg } from './svg.ts'

const SIDE = 512
const SKINS = ['#f6d7c3', '#eabf9f', '#d29f79', '#b07a54', '#8a5a3b', '#623f2a']
const HAIRS = ['#2b211d', '#4a3226', '#7a4f2e', '#b8813f', '#d9c08a', '#8c8c8c', '#a14a2f']
const GROUNDS = ['#cfe5e4', '#f3dcc9', '#dcd8ee', '#d5e6cf', '#f4d4d4', '#d3dff2', '#efe5bd']
const SHIRTS = ['#0f7f8b', '#c25a3c', '#5e54a4', '#3c7a4e', '#b3456b', '#2f5a96', '#44484f']
const INK = '#2a2422'
const BEARDED = ['bob', 'dan', 'stefanm', 'rhys_e', 'omar_f', 'kofi-m', 'harry_p', 'mikko-l']

/** A drawn face of a sample member as SVG, which is nobody's photograph; the same for the same name. */
export function drawFace(username: string): string {
  const random = createSeededRandom(`face of ${username}`)
  const skin = random.pickOne(SKINS)
  const hair = random.pickOne(HAIRS)
  const style = BEARDED.includes(username) ? drawBeard : random.pickOne(HAIR_STYLES)
  const { behind, above } = style(hair)
  return wrapSvg(SIDE, SIDE, [
    drawBox({ x: 0, y: 0, width: SIDE, height: SIDE }, random.pickOne(GROUNDS)),
    ...behind,
    drawPath('M88 512 C 88 400 178 372 256 372 S 424 400 424 512 Z', random.pickOne(SHIRTS)),
    drawPath('M214 318 H 298 V 386 C 298 418 214 418 214 386 Z', skin),
    drawPath('M214 342 C 236 366 276 366 298 342 V 358 C 276 380 236 380 214 358 Z', '#00000022'),
    drawPath(
      'M148 220 C 148 118 364 118 364 220 C 364 306 320 356 256 356 S 148 306 148 220 Z',
      skin,
    ),
    ...drawExpression(random.nextBoolean(0.5)),
    ...above,
    ...(random.nextBoolean(0.35) ? drawGlasses() : []),
  ])
}

type HairStyle = (color: string) => { behind: string[]; above: string[] }

const CROWN = 'M140 232 C 128 96 384 96 372 232 C 356 176 316 160 256 160 S 156 176 140 232 Z'

const HAIR_STYLES: readonly HairStyle[] = [
  (color) => ({ behind: [], above: [drawPath(CROWN, color)] }),
  (color) => ({
    behind: [drawPath('M128 220 C 116 72 396 72 384 220 V 400 C 340 436 172 436 128 400 Z', color)],
    above: [drawPath(CROWN, color)],
  }),
  (color) => ({
    behind: [drawCircle(256, 84, 56, color)],
    above: [drawPath(CROWN, color)],
  }),
  (color) => ({
    behind: [],
    above: [
      ...[150, 186, 226, 268, 310, 350].map((x, index) =>
        drawCircle(x, index % 2 === 0 ? 146 : 122, 44, color),
      ),
      drawCircle(136, 190, 30, color),
      drawCircle(376, 190, 30, color),
    ],
  }),
  (color) => ({
    behind: [],
    above: [
      drawPath(
        'M142 232 C 118 96 384 88 372 230 C 356 160 250 204 206 158 C 178 176 154 200 142 232 Z',
        color,
      ),
    ],
  }),
  (color) => ({
    behind: [
      drawPath(
        'M122 214 C 118 80 394 80 390 214 V 310 C 380 340 360 332 352 300 H 160 C 152 332 132 340 122 310 Z',
        color,
      ),
    ],
    above: [
      drawPath(
        'M142 236 C 140 120 250 128 292 132 C 350 138 372 176 370 236 C 340 190 250 210 204 176 C 180 196 152 206 142 236 Z',
        color,
      ),
    ],
  }),
]

const drawBeard: HairStyle = (color) => ({
  behind: [],
  above: [
    drawPath(CROWN, color),
    drawPath(
      'M150 248 C 156 340 206 378 256 378 S 356 340 362 248 C 340 300 300 292 256 292 S 172 300 150 248 Z',
      color,
    ),
    drawPath('M232 316 C 246 326 266 326 280 316', 'none', '#f3e3da', 7),
  ],
})

function drawExpression(isSmilingWide: boolean): string[] {
  const mouth = isSmilingWide
    ? 'M216 292 C 232 322 280 322 296 292'
    : 'M226 300 C 244 310 268 310 286 300'
  return [
    drawCircle(208, 236, 11, INK),
    drawCircle(304, 236, 11, INK),
    drawPath('M186 208 C 196 198 218 198 228 206', 'none', INK, 8),
    drawPath('M284 206 C 294 198 316 198 326 208', 'none', INK, 8),
    drawPath('M256 240 C 248 264 250 270 264 270', 'none', '#00000044', 7),
    drawPath(mouth, 'none', INK, 8),
  ]
}

function drawGlasses(): string[] {
  const lens = (x: number) =>
    `<circle cx="${x}" cy="236" r="36" fill="#ffffff33" stroke="${INK}" stroke-width="8"/>`
  return [lens(208), lens(304), drawPath('M244 232 C 250 226 262 226 268 232', 'none', INK, 8)]
}

import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { drawBoard, drawConversation, drawDashboard, drawPhones } from './app-scenes.ts'
import { drawEditor, drawGraph, drawTerminal } from './code-scenes.ts'
import { drawChart, drawCircuit, drawMap, drawWaveform } from './data-scenes.ts'
import { PALETTES, type Palette } from './palettes.ts'
import { drawBox, wrapSvg } from './svg.ts'

const WIDTH = 1280
const HEIGHT = 720

type ScenePainter = (random: SeededRandom, colors: Palette) => string[]

const PAINTERS = {
  board: drawBoard,
  chart: drawChart,
  circuit: drawCircuit,
  conversation: drawConversation,
  dashboard: drawDashboard,
  editor: drawEditor,
  graph: drawGraph,
  map: drawMap,
  phones: drawPhones,
  terminal: drawTerminal,
  waveform: drawWaveform,
} satisfies Record<string, ScenePainter>
export type Scene = keyof typeof PAINTERS

export function isScene(name: string): name is Scene {
  return name in PAINTERS
}

/** A picture of a sample project as SVG; the same for the same seed. It has no letters, so no font changes it. */
export function drawScene(scene: Scene, seed: string): string {
  const random = createSeededRandom(`${scene} of ${seed}`)
  const colors = random.pickOne(PALETTES)
  const ground = drawBox({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, colors.ground)
  return wrapSvg(WIDTH, HEIGHT, [ground, ...PAINTERS[scene](random, colors)])
}

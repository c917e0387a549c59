/** The colors of a drawing. */
export interface Palette {
  /** The ground behind everything. */
  ground: string
  /** Windows, cards and phones. */
  surface: string
  /** Lines of text and quiet parts on a surface. */
  quiet: string
  ink: string
  accent: string
  second: string
}

export const PALETTES: readonly Palette[] = [
  {
    ...{ ground: '#0f3d4c', surface: '#f7fafa', quiet: '#cfdcdc' },
    ...{ ink: '#16323a', accent: '#0f9aa8', second: '#ff8a66' },
  },
  {
    ...{ ground: '#e9e2d4', surface: '#fffdf8', quiet: '#e3dccd' },
    ...{ ink: '#3a3226', accent: '#b8552f', second: '#4c7a6b' },
  },
  {
    ...{ ground: '#1d1f33', surface: '#282b47', quiet: '#3f4468' },
    ...{ ink: '#e6e8fa', accent: '#8c9bff', second: '#f5c56b' },
  },
  {
    ...{ ground: '#d8e8dd', surface: '#fbfefc', quiet: '#d3e2d8' },
    ...{ ink: '#1f3b2c', accent: '#2f8a5b', second: '#e2a13a' },
  },
  {
    ...{ ground: '#f3d9d2', surface: '#fffaf8', quiet: '#eeddd7' },
    ...{ ink: '#43242a', accent: '#c2476a', second: '#3f7ea6' },
  },
  {
    ...{ ground: '#13181d', surface: '#1e252c', quiet: '#37424d' },
    ...{ ink: '#e4edf3', accent: '#4fc3a1', second: '#ef7d57' },
  },
  {
    ...{ ground: '#dbe3f4', surface: '#fbfcff', quiet: '#d6deee' },
    ...{ ink: '#22304f', accent: '#3c63c9', second: '#e07a4f' },
  },
  {
    ...{ ground: '#3a2a4d', surface: '#fcf9ff', quiet: '#e2d9ec' },
    ...{ ink: '#2d1f3d', accent: '#8757c4', second: '#e8a13c' },
  },
]

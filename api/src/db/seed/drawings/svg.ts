/** The parts of the drawings, as SVG text. Colors and numbers come from this folder only, so nothing is escaped. */

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function drawBox({ x, y, width, height }: Box, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${round(width)}" height="${round(height)}" rx="${radius}" fill="${fill}"/>`
}

export function drawCircle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`
}

export function drawLine(points: readonly Point[], color: string, width: number): string {
  const steps = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')
  return `<polyline points="${steps}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function drawArea(points: readonly Point[], fill: string, opacity: number): string {
  const steps = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')
  return `<polygon points="${steps}" fill="${fill}" opacity="${opacity}"/>`
}

export function drawPath(path: string, fill: string, stroke = 'none', width = 0): string {
  return `<path d="${path}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export interface Point {
  x: number
  y: number
}

export function wrapSvg(width: number, height: number, content: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content.join('')}</svg>`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

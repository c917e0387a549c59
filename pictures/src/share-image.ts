const [WIDTH, HEIGHT] = [1200, 630]
const WATER_LEVEL = 474
const HALF_WAVELENGTH = 96

/** The preview image of a shared link: the fin above calm water, and the slogan. */
export function renderShareImage(mark: string): { width: number; height: number; svg: string } {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#0a2b33" />
    <circle cx="978" cy="${WATER_LEVEL - 92}" r="214" fill="#0c343d" />
    <path d="${mark}" transform="translate(826 206) scale(9.6)" fill="#5acfd0" />
    <path d="${buildWavePath(WATER_LEVEL, 10)}V${HEIGHT}H0Z" fill="#0a2b33" stroke="#0a2b33" stroke-width="20" />
    ${renderWaves()}
    <g font-family="Instrument Sans" fill="#fff">
      <g transform="translate(71 66)">
        <path d="${mark}" transform="scale(1.6)" fill="#5acfd0" />
        <text x="64" y="38" font-size="40" font-weight="600" letter-spacing="-.8">Dolph</text>
      </g>
      <g font-size="62" font-weight="600" letter-spacing="-2.2">
        <text x="78" y="262">Show what you build.</text>
        <text x="78" y="336" fill="#a9dfe2">Find people to build it with.</text>
      </g>
    </g>
  </svg>`
  return { width: WIDTH, height: HEIGHT, svg }
}

/** Wave lines whose distance and colour give the water depth. */
function renderWaves(): string {
  const lines = [
    { y: WATER_LEVEL, height: 10, colour: '#5acfd0' },
    { y: WATER_LEVEL + 30, height: 9, colour: '#2b6d75' },
    { y: WATER_LEVEL + 62, height: 10, colour: '#21565e' },
    { y: WATER_LEVEL + 98, height: 11, colour: '#19444c' },
    { y: WATER_LEVEL + 136, height: 12, colour: '#123840' },
  ]
  return lines
    .map(({ y, height, colour }, index) => {
      const d = buildWavePath(y, height, index % 2 ? -HALF_WAVELENGTH : 0)
      return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="3" />`
    })
    .join('')
}

function buildWavePath(y: number, height: number, shift = 0): string {
  const half = `c${HALF_WAVELENGTH / 2} 0 ${HALF_WAVELENGTH / 2}-${height} ${HALF_WAVELENGTH}-${height}s${HALF_WAVELENGTH / 2} ${height} ${HALF_WAVELENGTH} ${height}`
  return `M${shift} ${y}${half.repeat(Math.ceil(WIDTH / HALF_WAVELENGTH / 2) + 1)}`
}

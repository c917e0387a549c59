import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { renderShareImage } from './share-image.ts'

/** Makes every bitmap of the mark from web/public/favicon.svg: `pnpm icons`. */
const web = join(import.meta.dirname, '../web')
const tile = await readFile(join(web, 'public/favicon.svg'), 'utf8')
const mark = /\sd="([^"]+)"/.exec(tile)?.[1]
if (!mark) throw new Error('favicon.svg has no path')
// Where the system cuts the shape itself, the colour goes up to the edge.
const square = tile.replace(/ rx="\d+"/, '')
// A mask may leave no more than a circle of four fifths.
const maskable = square.replace(
  / transform="[^"]+"/,
  ' transform="translate(6.78 7.04) scale(.56)"',
)
const font = await readFile(
  join(
    web,
    'node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
  ),
)

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()

await writeIcon('favicon.ico', encodeIco(await renderSvg(tile, 32, 32)))
await writeIcon('apple-touch-icon.png', await renderSvg(square, 180, 180))
await writeIcon('icon-192.png', await renderSvg(tile, 192, 192))
await writeIcon('icon-512.png', await renderSvg(tile, 512, 512))
await writeIcon('icon-maskable-512.png', await renderSvg(maskable, 512, 512))
const shareImage = renderShareImage(mark)
await writeIcon('share.png', await renderSvg(shareImage.svg, shareImage.width, shareImage.height))
await browser.close()

async function renderSvg(svg: string, width: number, height: number): Promise<Buffer> {
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>
      @font-face {
        font-family: 'Instrument Sans';
        font-weight: 400 700;
        src: url(data:font/woff2;base64,${font.toString('base64')});
      }
      body { margin: 0; background: transparent; font-family: 'Instrument Sans' }
      svg { display: block; width: ${width}px; height: ${height}px }
    </style>${svg}`)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot({ omitBackground: true })
}

/** An icon file with one picture of 32 by 32 in it, as PNG. */
function encodeIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(32, 6)
  head.writeUInt8(32, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

async function writeIcon(name: string, content: Buffer): Promise<void> {
  await writeFile(join(web, 'public', name), content)
  process.stdout.write(`${name} ${content.length} bytes\n`)
}

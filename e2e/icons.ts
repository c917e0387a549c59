import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { sharePicture } from './share-picture.ts'

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

await save('favicon.ico', icoOf(await draw(tile, 32, 32)))
await save('apple-touch-icon.png', await draw(square, 180, 180))
await save('icon-192.png', await draw(tile, 192, 192))
await save('icon-512.png', await draw(tile, 512, 512))
await save('icon-maskable-512.png', await draw(maskable, 512, 512))
const share = sharePicture(mark)
await save('share.png', await draw(share.svg, share.width, share.height))
await browser.close()

async function draw(svg: string, width: number, height: number): Promise<Buffer> {
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
function icoOf(png: Buffer): Buffer {
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

async function save(name: string, content: Buffer): Promise<void> {
  await writeFile(join(web, 'public', name), content)
  process.stdout.write(`${name} ${content.length} bytes\n`)
}

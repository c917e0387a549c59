import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { renderShareImage } from './share-image.ts'

/** Generates every bitmap icon from web/public/favicon.svg: `pnpm icons`. */
const web = join(import.meta.dirname, '../../web')
const favicon = await readFile(join(web, 'public/favicon.svg'), 'utf8')
const mark = /\sd="([^"]+)"/.exec(favicon)?.[1]
if (!mark) throw new Error('favicon.svg has no path')
// Where the system masks the icon itself, the colour must fill the whole square.
const squareIcon = favicon.replace(/ rx="\d+"/, '')
// A maskable icon is only guaranteed to show a circle of four fifths of its width.
const maskableIcon = squareIcon.replace(
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

await writeIcon('favicon.ico', encodeIco(await renderSvg(favicon, 32, 32)))
await writeIcon('apple-touch-icon.png', await renderSvg(squareIcon, 180, 180))
await writeIcon('icon-192.png', await renderSvg(favicon, 192, 192))
await writeIcon('icon-512.png', await renderSvg(favicon, 512, 512))
await writeIcon('icon-maskable-512.png', await renderSvg(maskableIcon, 512, 512))
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

/** An ICO file that contains one PNG of 32 by 32 pixels. */
function encodeIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

async function writeIcon(name: string, content: Buffer): Promise<void> {
  await writeFile(join(web, 'public', name), content)
  process.stdout.write(`${name} ${content.length} bytes\n`)
}

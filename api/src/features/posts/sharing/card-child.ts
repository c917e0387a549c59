/**
 * A process that draws share cards, so that neither drawing nor a crash of the graphics library stops the API process.
 * See card-renderer.ts.
 */
import sharp from 'sharp'
import { lowerPriority } from '../../../platform/lower-priority.ts'
import type { CardResult, CardTask } from './card-protocol.ts'
import { CARD_COVER, CARD_HEIGHT, renderCardSvg } from './card-svg.ts'

lowerPriority()
sharp.cache(false)
sharp.concurrency(1)

process.on('message', (task: CardTask) => {
  const sendResult = (result: CardResult) => process.send?.(result)
  drawCard(task).then(
    (png) => sendResult({ id: task.id, png }),
    (error: unknown) => sendResult({ id: task.id, error: String(error) }),
  )
})
// The API process is gone.
process.on('disconnect', () => process.exit())

async function drawCard({ post, cover }: CardTask): Promise<Buffer | null> {
  const svg = await renderCardSvg(cover ? post : { ...post, cover: null })
  if (svg === null) return null
  const card = sharp(Buffer.from(svg))
  if (!cover) return card.png().toBuffer()
  const { left, width } = CARD_COVER
  const picture = await sharp(Buffer.from(cover), { pages: 1 })
    .resize(width, CARD_HEIGHT, { fit: 'cover' })
    .toBuffer()
  return card
    .composite([{ input: picture, left, top: 0 }])
    .png()
    .toBuffer()
}

import type { PostType } from '@dolph/contract/post-type'
import { cx } from '../../../ui/cx.ts'
import { TONE_CLASS } from '../../../ui/tone.ts'
import { POST_TYPES } from '../post-type.ts'
import { DRAWING, drawCover } from './cover-drawing.ts'

interface Props {
  post: { _id: string; type: PostType }
}

/** The cover of a post without a picture: drawn from its id, in the color of its type. */
export function DrawnCover({ post: { _id, type } }: Props) {
  const { layers, isLines, sun } = drawCover(_id)
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
      preserveAspectRatio="xMidYMid slice"
      className={cx('size-full bg-tone-soft', TONE_CLASS[POST_TYPES[type].tone])}
    >
      <circle cx={sun.x} cy={sun.y} r={sun.radius} className="fill-tone-line" />
      <g className={isLines ? 'fill-none stroke-tone/35 stroke-4' : 'fill-tone/25'}>
        {layers.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </svg>
  )
}

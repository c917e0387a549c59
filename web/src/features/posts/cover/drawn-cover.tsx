import type { Post } from '@dolph/contract/posts/posts'
import { cx } from '../../../ui/cx.ts'
import { TONE_CLASS } from '../../../ui/tone.ts'
import { POST_TYPES } from '../post-type.ts'
import { DRAWING, drawCover } from './cover-drawing.ts'

interface Props {
  post: Pick<Post, '_id' | 'type'> & Partial<Pick<Post, 'likeCount' | 'commentCount' | 'project'>>
}

/** The cover of a post without a picture: drawn from what is known of it, in the color of its type. */
export function DrawnCover({ post: { _id, type, project, ...post } }: Props) {
  const { layers, isLines, tilt, hue, sun } = drawCover({
    id: _id,
    activity: (post.likeCount ?? 0) + (post.commentCount ?? 0),
    teamSize: project?.teamSize ?? 0,
  })
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`}
      preserveAspectRatio="xMidYMid slice"
      // An attribute: the security policy refuses styles in the document.
      filter={`hue-rotate(${hue}deg)`}
      className={cx('size-full bg-tone-soft', TONE_CLASS[POST_TYPES[type].tone])}
    >
      {sun && <circle cx={sun.x} cy={sun.y} r={sun.radius} className="fill-tone-line" />}
      <g
        transform={`rotate(${tilt} 160 90)`}
        className={isLines ? 'fill-none stroke-tone/35 stroke-4' : 'fill-tone/25'}
      >
        {layers.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </svg>
  )
}

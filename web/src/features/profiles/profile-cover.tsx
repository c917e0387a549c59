import { cx } from '../../ui/cx.ts'
import { TONE_CLASS, getToneForName } from '../../ui/tone.ts'
import { BANNER, drawBanner } from '../posts/cover/cover-drawing.ts'

/** Banner behind the avatar: waves drawn from the username, in its color. */
export function ProfileCover({ name }: { name: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${BANNER.width} ${BANNER.height}`}
      preserveAspectRatio="xMidYMax slice"
      className={cx(
        'h-28 w-full rounded-card bg-tone-fill sm:h-40',
        TONE_CLASS[getToneForName(name)],
      )}
    >
      <g className="fill-on-tone/15">
        {drawBanner(name).map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
    </svg>
  )
}

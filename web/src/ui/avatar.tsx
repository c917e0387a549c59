import { Avatar as Base } from '@base-ui/react/avatar'
import { toSmallPictureUrl } from '@dolph/contract/pictures'
import { cx } from './cx.ts'
import { TONE_CLASS, getToneForName } from './tone.ts'

interface Props {
  name: string
  /** URL of the picture; without one, or until it has loaded, initials are shown. */
  picture?: string | undefined
  size?: 'sm' | 'md' | 'lg' | 'xl'
  className?: string | undefined
}

/** Decoration: the name must stand beside it as text. */
export function Avatar({ name, picture, size = 'md', className }: Props) {
  return (
    <Base.Root
      aria-hidden="true"
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-tone-fill',
        'font-semibold text-on-tone select-none *:[grid-area:1/1]',
        TONE_CLASS[getToneForName(name)],
        SIZES[size],
        className,
      )}
    >
      {picture && (
        // Mounted from the start: lazy loading needs the element to know when it comes into view.
        <Base.Image
          keepMounted
          src={size === 'xl' ? picture : toSmallPictureUrl(picture)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className={PICTURE_CLASS}
        />
      )}
      <Base.Fallback>{getInitials(name)}</Base.Fallback>
    </Base.Root>
  )
}

/** With an outline, as a picture may have the colour of the page. */
const PICTURE_CLASS = cx(
  'size-full rounded-full object-cover outline -outline-offset-1 outline-ink/15',
  'transition-opacity data-error:opacity-0 data-loading:opacity-0',
)

const SIZES = {
  sm: 'size-6 text-[0.625rem]',
  md: 'size-9 text-xs',
  lg: 'size-12 text-base',
  xl: 'size-24 text-2xl',
}

/** Two letters of two words (`ada-lovelace`, `Ada Lovelace`), or the first one. */
export function getInitials(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean)
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : '']
  return (([...first][0] ?? '') + ([...last][0] ?? '')).toUpperCase()
}

import { toSmallPictureUrl } from '@dolph/contract/pictures/pictures'
import { startTransition, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { TONE_CLASS, getToneForName } from './tone.ts'

interface Props {
  /** The username, which gives the colour. */
  name: string
  /** First and last name, from which the initials are taken; without them they are those of the username. */
  fullName?: string | undefined
  /** URL of the picture; without one, or until it has loaded, initials are shown. */
  picture?: string | undefined
  size?: 'sm' | 'md' | 'lg' | 'xl'
  className?: string | undefined
}

/**
 * Decoration: the name must stand beside it as text. Not Base UI's avatar: it sets state in layout effects, so that React renders
 * all avatars of a page a second time, at once and without a pause, when it hydrates the page.
 */
export function Avatar({ name, fullName, picture, size = 'md', className }: Props) {
  const initials = getInitials(fullName || name)
  const src = picture && size !== 'xl' ? toSmallPictureUrl(picture) : picture
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-tone-fill',
        'font-semibold text-on-tone select-none *:[grid-area:1/1]',
        TONE_CLASS[getToneForName(name)],
        SIZES[size],
        className,
      )}
    >
      {src ? <Picture key={src} src={src} initials={initials} /> : <span>{initials}</span>}
    </span>
  )
}

/** The picture covers the initials, which are removed once it has loaded: they would be seen through a transparent one. */
function Picture({ src, initials }: { src: string; initials: string }) {
  const image = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'loaded' | 'failed'>()

  useEffect(() => {
    // The events of a picture that the server has rendered may have been fired before hydration.
    if (!image.current?.complete) return
    const isLoaded = image.current.naturalWidth > 0
    startTransition(() => setState(isLoaded ? 'loaded' : 'failed'))
  }, [])

  return (
    <>
      {state !== 'loaded' && <span>{initials}</span>}
      <img
        ref={image}
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        onLoad={() => setState('loaded')}
        onError={() => setState('failed')}
        className={cx(PICTURE_CLASS, state === 'failed' && 'opacity-0')}
      />
    </>
  )
}

/** With an outline, as a picture may have the colour of the page. */
const PICTURE_CLASS = 'size-full rounded-full object-cover outline -outline-offset-1 outline-ink/15'

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

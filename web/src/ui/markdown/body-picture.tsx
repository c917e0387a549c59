import type { ComponentProps } from 'react'

type Props = Pick<ComponentProps<'img'>, 'src' | 'srcSet' | 'alt' | 'width' | 'height' | 'onError'>

/** A picture in a text, which opens in a full view: `TextFrame` opens it. Without script the link leads to the file. */
export function BodyPicture({ src, srcSet, alt = '', width, height, onError }: Props) {
  return (
    <a
      href={src}
      className="body-picture"
      aria-label={alt ? `Enlarge picture: ${alt}` : 'Enlarge picture'}
    >
      <img
        src={src}
        srcSet={srcSet}
        width={width}
        height={height}
        alt={alt}
        onError={onError}
        sizes={SIZES}
        loading="lazy"
        decoding="async"
      />
    </a>
  )
}

/** The width of the reading column, or of the screen of a phone. */
const SIZES = '(min-width: 40rem) 35rem, 100vw'

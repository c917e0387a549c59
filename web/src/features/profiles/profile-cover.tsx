import { toSmallPictureUrl } from '@dolph/contract/pictures'
import { cx } from '../../ui/cx.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { TONE_CLASS, getToneForName } from '../../ui/tone.ts'

/** Banner behind the avatar: the blurred picture, or the color of the name where there is none. */
export function ProfileCover({ name, picture }: { name: string; picture: string }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'relative isolate h-28 overflow-hidden rounded-card bg-tone-fill sm:h-40',
        TONE_CLASS[getToneForName(name)],
      )}
    >
      {picture ? (
        <img
          src={toSmallPictureUrl(picture)}
          alt=""
          className="absolute -inset-12 size-[calc(100%+6rem)] max-w-none object-cover opacity-85 blur-2xl sm:blur-3xl"
        />
      ) : (
        <>
          <div className="absolute inset-0 bg-linear-to-br from-tone-soft to-transparent" />
          <Logo className="absolute -right-9 -bottom-20 size-56 text-on-tone opacity-10 sm:-right-10 sm:-bottom-16 sm:size-64" />
        </>
      )}
    </div>
  )
}

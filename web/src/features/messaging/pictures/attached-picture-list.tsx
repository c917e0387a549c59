import { toSmallMessagePictureUrl } from '@dolph/contract/messaging/message-pictures'
import { PICTURE_ALT_MAX } from '@dolph/contract/posts/post-pictures'
import { X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { UploadFailure } from '../../../ui/pictures/upload-failure.tsx'
import { UploadProgress } from '../../../ui/pictures/upload-progress.tsx'
import type { AttachedPicture } from './use-attached-pictures.ts'

interface Props {
  pictures: readonly AttachedPicture[]
  onDescribe: (number: number, alt: string) => void
  onRetry: (picture: AttachedPicture) => void
  onRemove: (number: number) => void
}

/** The pictures of the message in the field: those on their way, and a description for each that is there. */
export function AttachedPictureList({ pictures, onDescribe, onRetry, onRemove }: Props) {
  // Of a draft that is older than a day.
  const [gone, setGone] = useState<readonly number[]>([])
  return (
    <ul
      aria-label="Pictures in the message"
      className="grid max-h-[40dvh] w-full gap-2 overflow-y-auto border-b border-line p-2"
    >
      {pictures.map((picture, index) => (
        <li key={picture.number} className="flex min-w-0 items-center gap-2">
          {picture.url === undefined ? (
            <Upload picture={picture} onRetry={onRetry} onRemove={onRemove} />
          ) : (
            <>
              <img
                src={toSmallMessagePictureUrl(picture.url)}
                alt=""
                onError={() => setGone((all) => [...all, picture.number])}
                className="size-12 shrink-0 rounded-control border border-line bg-sunken object-cover"
              />
              {gone.includes(picture.number) && (
                <p role="alert" className="shrink-0 text-xs text-danger">
                  This one is gone.
                </p>
              )}
              <input
                type="text"
                dir="auto"
                autoComplete="off"
                aria-label={`Describe picture ${index + 1} for people who cannot see it`}
                placeholder="What does it show?"
                maxLength={PICTURE_ALT_MAX}
                value={picture.alt}
                onChange={({ target }) => onDescribe(picture.number, target.value)}
                // Enter would send the message before its text is written.
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
                className="h-10 min-w-0 flex-1 rounded-control bg-transparent px-2 text-base placeholder:text-faint md:text-sm"
              />
              <IconButton
                label="Remove picture"
                fullLabel={`Remove picture ${index + 1}`}
                icon={X}
                size="sm"
                onClick={() => onRemove(picture.number)}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Upload({
  picture,
  onRetry,
  onRemove,
}: Pick<Props, 'onRetry' | 'onRemove'> & { picture: AttachedPicture }) {
  if (picture.problem !== undefined) {
    return (
      <UploadFailure
        message={picture.problem}
        onRetry={() => onRetry(picture)}
        onDiscard={() => onRemove(picture.number)}
      />
    )
  }
  return (
    <>
      <div className="min-w-0 flex-1">
        <UploadProgress progress={picture.progress} />
      </div>
      <IconButton
        label="Cancel upload"
        fullLabel={`Cancel upload of ${picture.file?.name ?? 'the picture'}`}
        icon={X}
        size="sm"
        onClick={() => onRemove(picture.number)}
      />
    </>
  )
}

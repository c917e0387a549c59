import { PICTURE_ALT_MAX, toSmallBodyPictureUrl } from '@dolph/contract/posts/post-pictures'
import { Trash2 } from 'lucide-react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { useIsReadOnly } from '../../../../ui/forms/read-only-fields.ts'
import { UploadFailure } from '../../../../ui/pictures/upload-failure.tsx'
import { UploadProgress } from '../../../../ui/pictures/upload-progress.tsx'
import { removePicture } from '../../../../ui/pictures/picture-markdown.ts'
import { describeBodyPicture, findBodyPictures } from './body-pictures.ts'
import type { BodyUpload } from './use-body-uploads.ts'

interface Props {
  body: string
  onBodyChange: (body: string) => void
  uploads: readonly BodyUpload[]
  onRetry: (upload: BodyUpload) => void
  onCancel: (upload: BodyUpload) => void
  /** Called when a picture goes together with the button that has the focus. */
  onRemoved: () => void
}

/** The pictures of a text below it: those on their way, and a description for each that is there. */
export function BodyPictureList(props: Props) {
  const { body, onBodyChange, uploads, onRetry, onCancel, onRemoved } = props
  const pictures = findBodyPictures(body)
  const isReadOnly = useIsReadOnly()
  if (pictures.length === 0 && uploads.length === 0) return null
  return (
    <ul aria-label="Pictures in the text" className="grid gap-3">
      {pictures.map((picture, index) => (
        <li key={`${picture.url} ${index}`} className="flex items-start gap-3">
          <img
            src={toSmallBodyPictureUrl(picture.url)}
            alt=""
            loading="lazy"
            className="mt-6.5 size-10 shrink-0 rounded-control border border-line bg-sunken object-cover"
          />
          <Field
            label={`Describe picture ${index + 1} for people who cannot see it`}
            dir="auto"
            autoComplete="off"
            placeholder="What does it show?"
            maxLength={PICTURE_ALT_MAX}
            value={picture.alt}
            onChange={({ target }) =>
              onBodyChange(describeBodyPicture(body, picture, target.value))
            }
            className="min-w-0 flex-1"
          />
          <IconButton
            label="Remove picture"
            fullLabel={`Remove picture ${index + 1}`}
            icon={Trash2}
            disabled={isReadOnly}
            className="mt-6.5"
            onClick={() => {
              onBodyChange(removePicture(body, picture))
              onRemoved()
            }}
          />
        </li>
      ))}
      {uploads.map((upload) => (
        <li key={upload.number} className="grid gap-1.5">
          <p className="truncate text-sm text-muted">{upload.file.name}</p>
          {upload.problem === undefined ? (
            <div className="flex flex-wrap items-center gap-3">
              <div className="min-w-0 flex-1 basis-40">
                <UploadProgress progress={upload.progress} />
              </div>
              <Button size="sm" variant="ghost" onClick={() => onCancel(upload)}>
                Cancel
              </Button>
            </div>
          ) : (
            <UploadFailure
              message={upload.problem}
              onRetry={() => onRetry(upload)}
              onDiscard={() => onCancel(upload)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

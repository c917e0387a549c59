import { PICTURE_TYPES } from '@dolph/contract/pictures'
import { CircleAlert, ImageUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useFileDrop } from './use-file-drop.ts'
import { UploadProgress } from './upload-progress.tsx'
import { usePictureEditor } from './use-picture-editor.ts'

interface Props {
  name: string
  /** The address of the picture, or an empty string. */
  value: string
  onChange: (address: string) => void
  /** A picture is being cropped or uploaded, so saving now would miss it. */
  onBusyChange: (isBusy: boolean) => void
}

/** A member's picture: chosen or dropped, cropped, uploaded and taken away. */
export function PictureField({ name, value, onChange, onBusyChange }: Props) {
  const { step, shown, isNew, ...picture } = usePictureEditor({ value, onChange, onBusyChange })
  const { isOver, dropProps } = useFileDrop(picture.choose)
  const input = useRef<HTMLInputElement>(null)
  const isUploading = step.is === 'uploading'

  return (
    <div
      {...dropProps}
      role="group"
      aria-label="Profile picture"
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-card border border-dashed p-4 transition-colors',
        isOver ? 'border-primary bg-primary-soft' : 'border-edge',
      )}
    >
      <Avatar name={name} picture={shown} size="xl" />
      <div className="grid min-w-0 flex-1 basis-36 gap-3">
        <div className="flex flex-wrap gap-2">
          <Button
            icon={ImageUp}
            busy={step.is === 'opening' || isUploading}
            onClick={() => input.current?.click()}
          >
            {shown === '' ? 'Upload picture' : 'Change picture'}
          </Button>
          {shown !== '' && !isUploading && (
            <Button variant="ghost" icon={Trash2} onClick={picture.remove}>
              Remove
            </Button>
          )}
          {isUploading && (
            <Button variant="ghost" onClick={picture.stop}>
              Cancel
            </Button>
          )}
        </div>
        {isUploading && <UploadProgress share={step.share} />}
        {step.is === 'failed' && (
          <UploadFailure
            message={step.message}
            onRetry={step.canRetry ? picture.retry : undefined}
            onDiscard={picture.stop}
          />
        )}
        {step.is !== 'failed' && !isUploading && (
          <p role="status" className="text-sm text-muted">
            {getHint(isOver, isNew)}
            {!isOver && !isNew && (
              <span className="pointer-coarse:hidden"> You can also drop one here.</span>
            )}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        aria-label="Picture file"
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) picture.choose(file)
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      {step.is === 'cropping' && (
        <step.Dialog
          url={step.picture.url}
          onUse={(area) => picture.use(step.picture, area)}
          onCancel={picture.stop}
        />
      )}
    </div>
  )
}

function getHint(isOver: boolean, isNew: boolean): string {
  if (isOver) return 'Drop it here'
  if (isNew) return 'Uploaded. Save your profile to keep it.'
  return 'JPEG, PNG or WebP.'
}

interface UploadFailureProps {
  message: string
  onRetry: (() => void) | undefined
  onDiscard: () => void
}

function UploadFailure({ message, onRetry, onDiscard }: UploadFailureProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <p role="alert" className="flex min-w-0 gap-1.5 text-danger">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0">{message}</span>
      </p>
      {onRetry && (
        <div className="flex gap-1.5">
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}

import { PICTURE_TYPES } from '@dolph/contract/pictures/pictures'
import { ImageUp, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useIsReadOnly } from '../../../ui/forms/read-only-fields.ts'
import { PICTURE_REQUIREMENTS } from '../../../ui/pictures/crop-picture.ts'
import { UploadFailure } from '../../../ui/pictures/upload-failure.tsx'
import { UploadProgress } from '../../../ui/pictures/upload-progress.tsx'
import { useFileDrop } from '../../../ui/pictures/use-file-drop.ts'
import { usePictureEditor } from '../../../ui/pictures/use-picture-editor.ts'
import { useUploadPicture } from '../../../ui/pictures/use-upload-picture.ts'

/** Twice the 512 pixels that the server scales the picture to, for a sharp result. */
const FRAME = { aspect: 1, widthMax: 1024 }

interface Props {
  name: string
  fullName?: string | undefined
  /** URL of the picture, or an empty string. */
  value: string
  onChange: (url: string) => void
  /** True while a picture is cropped or uploaded: saving the profile now would miss it. */
  onBusyChange: (isBusy: boolean) => void
}

/** Field for the profile picture: choose or drop a file, crop, upload, remove. */
export function PictureField({ name, fullName, value, onChange, onBusyChange }: Props) {
  const { mutateAsync: uploadPicture } = useUploadPicture('profile')
  const { step, pictureUrl, isNew, ...editor } = usePictureEditor({
    frame: FRAME,
    uploadPicture,
    failureText: 'Failed to upload profile picture',
    value,
    onChange,
    onBusyChange,
  })
  const isReadOnly = useIsReadOnly()
  const { isDragOver, dropProps } = useFileDrop(([file]) => !isReadOnly && editor.chooseFile(file))
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const isUploading = step.name === 'uploading'

  return (
    <div
      {...dropProps}
      role="group"
      aria-label="Profile picture"
      className={cx(
        'flex flex-wrap items-center gap-4 rounded-card border border-dashed p-4 transition-colors',
        isDragOver ? 'border-primary bg-primary-soft' : 'border-edge',
      )}
    >
      <Avatar name={name} fullName={fullName} picture={pictureUrl} size="xl" />
      <div className="grid min-w-0 flex-1 basis-36 gap-3">
        <div className="flex flex-wrap gap-2">
          <Button
            icon={ImageUp}
            aria-describedby={hintId}
            disabled={isReadOnly}
            busy={step.name === 'decoding' || isUploading}
            onClick={() => input.current?.click()}
          >
            {pictureUrl === '' ? 'Upload picture' : 'Change picture'}
          </Button>
          {pictureUrl !== '' && !isUploading && (
            <Button variant="ghost" icon={Trash2} disabled={isReadOnly} onClick={editor.remove}>
              Remove
            </Button>
          )}
          {isUploading && (
            <Button variant="ghost" onClick={editor.cancel}>
              Cancel
            </Button>
          )}
        </div>
        {isUploading && <UploadProgress progress={step.progress} />}
        {step.name === 'failed' && (
          <UploadFailure
            message={step.message}
            onRetry={step.canRetry ? editor.retryUpload : undefined}
            onDiscard={editor.cancel}
          />
        )}
        {step.name !== 'failed' && !isUploading && (
          <p id={hintId} role="status" className="text-sm text-muted">
            {getHint(isDragOver, isNew)}
            {!isDragOver && !isNew && (
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
          if (file) editor.chooseFile(file)
          // Reset, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
      {step.name === 'cropping' && (
        <step.Dialog
          url={step.picture.url}
          shape="circle"
          onConfirm={(area) => editor.confirmCrop(step.picture, area)}
          onCancel={editor.cancel}
        />
      )}
    </div>
  )
}

function getHint(isDragOver: boolean, isNew: boolean): string {
  if (isDragOver) return 'Drop it here'
  if (isNew) return 'Uploaded. Save your profile to keep it.'
  return PICTURE_REQUIREMENTS
}

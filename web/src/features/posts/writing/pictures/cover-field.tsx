import { COVER_SIZES, PICTURE_ALT_MAX, type Cover } from '@dolph/contract/posts/post-pictures'
import { PICTURE_TYPES } from '@dolph/contract/pictures/pictures'
import { CircleAlert, ImageUp, Trash2 } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type RefCallback,
} from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { useIsReadOnly } from '../../../../ui/forms/read-only-fields.ts'
import { getPastedFiles } from '../../../../ui/pictures/pasted-files.ts'
import { PICTURE_REQUIREMENTS } from '../../../../ui/pictures/crop-picture.ts'
import { UploadFailure } from '../../../../ui/pictures/upload-failure.tsx'
import { UploadProgress } from '../../../../ui/pictures/upload-progress.tsx'
import { useFileDrop } from '../../../../ui/pictures/use-file-drop.ts'
import { usePictureEditor } from '../../../../ui/pictures/use-picture-editor.ts'
import { useUploadPicture } from '../../../../ui/pictures/use-upload-picture.ts'
import { useFailedUploads, type UploadsChange } from './upload-counts.ts'

const FRAME = { aspect: 16 / 9, widthMax: COVER_SIZES.page.width }

interface Props {
  /** Receives the button that has the focus when the cover is refused. */
  buttonRef: RefCallback<HTMLButtonElement>
  value: Cover | null
  onChange: (cover: Cover | null) => void
  onUploadsChange: UploadsChange
  /** Whether a cover helps this post most: then the field asks for one. */
  isWanted: boolean
  error: string | undefined
}

/** Field for the cover of a post: choose, drop or paste a file, crop, upload, describe, remove. */
export function CoverField(props: Props) {
  const { buttonRef, value, onChange, onUploadsChange, isWanted, error } = props
  const { mutateAsync: uploadPicture } = useUploadPicture('cover')
  const isReadOnly = useIsReadOnly()
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const requirementsId = useId()
  const wasBusy = useRef(false)
  const onBusyChange = (isBusy: boolean) => {
    if (isBusy !== wasBusy.current) onUploadsChange({ running: isBusy ? 1 : -1 })
    wasBusy.current = isBusy
  }
  const endBusy = useEffectEvent(() => onBusyChange(false))
  useEffect(() => () => endBusy(), [])
  // The description of a picture that is not stored yet: the one before keeps its own until then.
  const [nextAlt, setNextAlt] = useState('')
  const { step, pictureUrl, ...editor } = usePictureEditor({
    frame: FRAME,
    uploadPicture,
    failureText: 'The cover could not be uploaded. Please try again.',
    value: value?.url ?? '',
    onChange: (url) => onChange(url === '' ? null : { url, alt: nextAlt }),
    onBusyChange,
  })
  useFailedUploads('cover', step.name === 'failed' ? 1 : 0, onUploadsChange)
  const chooseFile = (file: File) => {
    if (!isReadOnly) editor.chooseFile(file)
  }
  const { isDragOver, dropProps } = useFileDrop(([file]) => chooseFile(file))
  const onPaste = ({ clipboardData }: ClipboardEvent) => {
    const [file] = getPastedFiles(clipboardData)
    if (file) chooseFile(file)
  }
  const cancelUpload = () => {
    editor.cancel()
    button.current?.focus()
  }
  const isUploading = step.name === 'uploading'
  const isNextShown = isUploading || (step.name === 'failed' && step.canRetry)
  const alt = isNextShown ? nextAlt : (value?.alt ?? '')

  return (
    <div
      {...dropProps}
      onPaste={onPaste}
      role="group"
      aria-label="Cover"
      className={cx(
        'grid gap-3 rounded-card border border-dashed p-4 transition-colors',
        isDragOver ? 'border-primary bg-primary-soft' : 'border-edge',
      )}
    >
      <div className="flex flex-wrap items-center gap-4">
        {pictureUrl !== '' && (
          <img
            src={pictureUrl}
            alt={alt}
            className="aspect-video w-40 rounded-control border border-line bg-sunken object-cover"
          />
        )}
        <div className="grid min-w-0 flex-1 basis-48 gap-2">
          <p className="text-sm font-medium">Cover</p>
          <p id={hintId} className="text-sm text-pretty text-muted">
            {getHint({ isDragOver, hasCover: pictureUrl !== '', isWanted })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              ref={(element) => {
                button.current = element
                buttonRef(element)
              }}
              size="sm"
              icon={ImageUp}
              aria-describedby={`${hintId} ${requirementsId}`}
              // Not disabled: it gets the focus when the cover is refused.
              aria-disabled={isReadOnly}
              busy={step.name === 'decoding' || isUploading}
              onClick={() => {
                if (!isReadOnly) input.current?.click()
              }}
            >
              {pictureUrl === '' ? 'Add a cover' : 'Replace cover'}
            </Button>
            {pictureUrl !== '' && !isUploading && (
              <Button
                size="sm"
                variant="ghost"
                icon={Trash2}
                disabled={isReadOnly}
                onClick={() => {
                  editor.remove()
                  button.current?.focus()
                }}
              >
                Remove cover
              </Button>
            )}
            {pictureUrl === '' && (
              <p id={requirementsId} className="self-center text-sm text-faint">
                16:9. {PICTURE_REQUIREMENTS}
              </p>
            )}
            {isUploading && (
              <Button size="sm" variant="ghost" onClick={cancelUpload}>
                Cancel
              </Button>
            )}
          </div>
        </div>
      </div>
      {isUploading && <UploadProgress progress={step.progress} />}
      {step.name === 'failed' && (
        <UploadFailure
          message={step.message}
          onRetry={step.canRetry ? editor.retryUpload : undefined}
          onDiscard={cancelUpload}
        />
      )}
      {error && (
        <p role="alert" className="flex gap-1.5 text-sm text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
      {value && (
        <Field
          label="Description of the cover"
          hint="For people who cannot see it."
          dir="auto"
          autoComplete="off"
          maxLength={PICTURE_ALT_MAX}
          value={alt}
          onChange={({ target }) => {
            if (isNextShown) setNextAlt(target.value)
            else onChange({ ...value, alt: target.value })
          }}
        />
      )}
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        aria-label="Cover file"
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) chooseFile(file)
          // Reset, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
      {step.name === 'cropping' && (
        <step.Dialog
          url={step.picture.url}
          shape="screen"
          onConfirm={(area) => {
            setNextAlt('')
            editor.confirmCrop(step.picture, area)
          }}
          onCancel={editor.cancel}
        />
      )}
    </div>
  )
}

interface HintState {
  isDragOver: boolean
  hasCover: boolean
  isWanted: boolean
}

function getHint({ isDragOver, hasCover, isWanted }: HintState): string {
  if (isDragOver) return 'Drop it here'
  if (hasCover) return 'Shown on the card and on the page of your project.'
  if (isWanted) return 'Projects with a cover get noticed. Add one?'
  return 'Without one, we draw one for you.'
}

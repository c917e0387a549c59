import { PICTURE_TYPES } from '@dolph/contract/pictures/pictures'
import { BODY_MAX } from '@dolph/contract/posts/posts'
import { useRef, type KeyboardEvent } from 'react'
import { useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { getPressedKeys } from '../../../../lib/shortcuts/shortcut-keys.ts'
import { EDITOR_SHORTCUTS } from '../../../../lib/shortcuts/editor-shortcuts.ts'
import { cx } from '../../../../ui/cx.ts'
import { useIsReadOnly } from '../../../../ui/forms/read-only-fields.ts'
import { Textarea } from '../../../../ui/forms/textarea.tsx'
import { getPastedFiles } from '../../../../ui/pictures/pasted-files.ts'
import { useFileDrop } from '../../../../ui/pictures/use-file-drop.ts'
import { BodyPictureList } from '../pictures/body-picture-list.tsx'
import type { UploadsChange } from '../pictures/upload-counts.ts'
import { useBodyUploads } from '../pictures/use-body-uploads.ts'
import type { PostFields } from '../post-fields.ts'
import { useMonospace } from './editor-font.ts'
import { EditorToolbar, type MarkdownAction } from './editor-toolbar.tsx'
import { MARKDOWN_EDITS } from './markdown-edits.ts'
import { getPostOutline } from './post-outline.ts'
import { applyTextEdit } from './text-edit.ts'

interface Props {
  form: UseFormReturn<PostFields>
  label: string
  maxLength: number | undefined
  onUploadsChange: UploadsChange
}

/** The text of a post: a field for Markdown, with a toolbar and an outline to begin with. */
export function BodyField({ form, label, maxLength, onUploadsChange }: Props) {
  const { control } = form
  const { errors } = useFormState({ control, name: 'body' })
  const [body, type] = useWatch({ control, name: ['body', 'type'] })
  const isReadOnly = useIsReadOnly()
  const [isMonospace, setIsMonospace] = useMonospace()
  const field = useRef<HTMLTextAreaElement>(null)
  const { ref: registerField, ...registered } = form.register('body')

  const { uploads, addFiles, retry, cancel } = useBodyUploads({ field, onUploadsChange })
  const addPictures = (files: readonly File[]) => {
    if (!isReadOnly) addFiles(files)
  }
  const { isDragOver, dropProps } = useFileDrop(addPictures)
  const input = useRef<HTMLInputElement>(null)

  const runAction = (action: MarkdownAction) => {
    if (!field.current || isReadOnly) return
    const { value: text, selectionStart: start, selectionEnd: end } = field.current
    applyTextEdit(field.current, MARKDOWN_EDITS[action]({ text, start, end }))
  }
  const insertOutline = () => {
    if (!field.current || isReadOnly) return
    const insert = getPostOutline(type)
    const firstLine = insert.indexOf('\n') + 1
    const to = field.current.value.length
    applyTextEdit(field.current, { from: 0, to, insert, select: [firstLine, firstLine] })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = ACTION_KEYS.get(getPressedKeys(event.nativeEvent))
    if (!action) return
    event.preventDefault()
    // The same keys open the command palette everywhere else.
    event.stopPropagation()
    runAction(action)
  }

  return (
    <div {...dropProps} className="grid gap-3">
      <Textarea
        {...registered}
        ref={(element) => {
          field.current = element
          registerField(element)
        }}
        label={label}
        toolbar={
          <EditorToolbar
            onAction={runAction}
            onPicture={() => input.current?.click()}
            isMonospace={isMonospace}
            onMonospaceChange={setIsMonospace}
            disabled={isReadOnly}
          />
        }
        dir="auto"
        placeholder="What does it do, who is it for, and what would help you?"
        max={BODY_MAX}
        typed={body}
        maxLength={maxLength}
        hint={
          <>
            Markdown works.{' '}
            {body.trim() === '' && (
              <button
                type="button"
                disabled={isReadOnly}
                onClick={insertOutline}
                className="-my-0.5 inline-block rounded-sm py-0.5 font-medium text-link hover:underline"
              >
                Start with an outline
              </button>
            )}
          </>
        }
        error={errors.body?.message}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = getPastedFiles(event.clipboardData)
          if (files.length === 0) return
          event.preventDefault()
          addPictures(files)
        }}
        className={cx(
          TEXT_CLASS,
          isMonospace && MONOSPACE_CLASS,
          isDragOver && '[&_textarea]:border-primary [&_textarea]:bg-primary-soft',
        )}
      />
      <BodyPictureList
        body={body}
        onBodyChange={(changed) =>
          form.setValue('body', changed, { shouldDirty: true, shouldValidate: true })
        }
        uploads={uploads}
        onRetry={retry}
        onCancel={(upload) => {
          cancel(upload)
          field.current?.focus()
        }}
        onRemoved={() => field.current?.focus()}
      />
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_TYPES.join(',')}
        aria-label="Picture files"
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          addPictures([...(target.files ?? [])])
          // Reset, so that choosing the same file again fires a change event.
          target.value = ''
        }}
      />
    </div>
  )
}

/** Ligatures would draw `->` as an arrow. */
const TEXT_CLASS = '[&_textarea]:min-h-64 [&_textarea]:[font-variant-ligatures:none]'
const MONOSPACE_CLASS = '[&_textarea]:font-mono [&_textarea]:[word-spacing:0]'

const ACTION_KEYS: ReadonlyMap<string, MarkdownAction> = new Map([
  [EDITOR_SHORTCUTS.bold.keys, 'bold'],
  [EDITOR_SHORTCUTS.italic.keys, 'italic'],
  [EDITOR_SHORTCUTS.link.keys, 'link'],
])

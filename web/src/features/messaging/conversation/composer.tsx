import { MESSAGE_MAX, MessageDraft } from '@dolph/contract/messaging/messaging'
import type { FoundPerson } from '@dolph/contract/people/people'
import { countCharacters } from '@dolph/contract/primitives'
import { PICTURE_TYPES } from '@dolph/contract/pictures/pictures'
import { Check, ImagePlus, SendHorizontal } from 'lucide-react'
import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent, Ref } from 'react'
import { z } from 'zod/mini'
import { createLazyModule } from '../../../lib/lazy-module.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { CharacterCounter } from '../../../ui/forms/character-counter.tsx'
import { cx } from '../../../ui/cx.ts'
import { getControlProps } from '../../../ui/forms/form-field.tsx'
import { LazyPart } from '../../../ui/lazy-part.tsx'
import { getPastedFiles } from '../../../ui/pictures/pasted-files.ts'
import { useFileDrop } from '../../../ui/pictures/use-file-drop.ts'
import { useDraft } from '../../accounts/drafts.ts'
import { endsInCode, getFormat } from '../message-text/get-format.ts'
import { MentionList } from '../../mentions/mention-list.tsx'
import { useMentionSuggestions } from '../../mentions/use-mention-suggestions.ts'
import { joinPictures, splitPictures, type DescribedPicture } from '../pictures/split-pictures.ts'
import { useAttachedPictures, type AttachedPicture } from '../pictures/use-attached-pictures.ts'

/** The counter appears for the last tenth of the allowed length. */
const COUNTER_FROM = MESSAGE_MAX * 0.9

const NOBODY: readonly FoundPerson[] = []

const lazyAttachedPictureList = createLazyModule(
  async () => (await import('../pictures/attached-picture-list.tsx')).AttachedPictureList,
)

/** What the parent may do with the field. */
export interface ComposerHandle {
  focus: (options?: FocusOptions) => void
  /** Puts a text before the current one. */
  prependText: (text: string) => void
}

interface Props {
  /** Under which the text is stored on the device. */
  draftKey: string
  /** The text that the member finds in the field. */
  opening?: string | undefined
  name: string
  /** Who is offered after an `@`; nobody in a conversation of two. */
  mentionable?: readonly FoundPerson[]
  onSend: (content: string) => void
  onType: () => void
  /** Called when the text was sent or cleared. */
  onStop: () => void
  /** False where only a text can be sent. */
  hasPictures?: boolean
  /** While another message is edited: the text stays here, and its pictures go on uploading. */
  isHidden?: boolean
  /** For a message that was sent before: the text stays in the field until the server has it. */
  editing?: { isSaving: boolean; onCancel: () => void } | undefined
  onEscape?: (() => void) | undefined
  /** The arrow key up in an empty field: edits the newest message. */
  onEditNewest?: (() => void) | undefined
  ref: Ref<ComposerHandle>
}

/** The message field. Enter sends, except in code and on a touch screen, where it starts a line and the button sends. */
export function Composer(props: Props) {
  const {
    draftKey,
    opening = '',
    name,
    mentionable = NOBODY,
    hasPictures = true,
    isHidden = false,
    onSend,
    onType,
    onStop,
    ref,
  } = props
  const { editing, onEscape = editing?.onCancel, onEditNewest } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(draftKey, z.string())
  const [initial] = useState(() => splitPictures((editing ? undefined : draft.restored) ?? opening))
  const [typed, setTyped] = useState(initial.text)
  const saveDraft = (text: string, pictures: readonly DescribedPicture[]) => {
    const content = joinPictures({ text, pictures })
    if (content === '') draft.discard()
    else if (!editing) draft.save(content)
  }
  const attached = useAttachedPictures(initial.pictures, (pictures) =>
    saveDraft(field.current?.value ?? '', pictures),
  )
  const { isDragOver, dropProps } = useFileDrop(attached.addFiles)
  const takesPictures = hasPictures && !editing
  const fileInput = useRef<HTMLInputElement>(null)

  const content = joinPictures({ text: typed, pictures: attached.stored })
  const isEmpty = content.trim() === ''
  const result = z.safeParse(MessageDraft.shape.content, content)
  const error = isEmpty || result.success ? undefined : result.error.issues[0]?.message

  const change = (text: string) => {
    setTyped(text)
    saveDraft(text, attached.readStored())
    if (text.trim() === '') onStop()
    else onType()
  }
  const isMentioning = mentionable.length > 0
  const mentions = useMentionSuggestions({
    ...{ field, value: typed, onChange: change },
    among: mentionable,
  })
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    field.current?.focus({ preventScroll: true })
    if (!result.success || attached.isUploading || editing?.isSaving) return
    if (editing) {
      onStop()
      onSend(result.data)
      return
    }
    setTyped('')
    mentions.close()
    attached.clearStored()
    draft.discard()
    onStop()
    onSend(result.data)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mentions.handleKey(event)) return
    if (event.key === 'Escape') onEscape?.()
    const hasNothing = typed === '' && attached.pictures.length === 0
    if (event.key === 'ArrowUp' && hasNothing && onEditNewest) {
      event.preventDefault()
      onEditNewest()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    const hasModifier = event.ctrlKey || event.metaKey
    const isForLine =
      matchMedia('(pointer: coarse)').matches ||
      endsInCode(event.currentTarget.value.slice(0, event.currentTarget.selectionStart))
    if (hasModifier || !isForLine) send(event)
  }

  useEffect(() => {
    const end = field.current?.value.length ?? 0
    field.current?.setSelectionRange(end, end)
  }, [field])
  useImperativeHandle(ref, () => ({
    focus: (options) => field.current?.focus(options),
    prependText: (withdrawn) => {
      const { text, pictures } = splitPictures(withdrawn)
      attached.addStored(pictures)
      change(typed === '' ? text : `${text}\n${typed}`)
      field.current?.focus({ preventScroll: true })
    },
  }))

  return (
    <form
      noValidate
      hidden={isHidden}
      onSubmit={send}
      {...(takesPictures && dropProps)}
      className="grid shrink-0 gap-1.5 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-4 md:pb-4"
    >
      <div className={cx(FRAME, isDragOver && 'border-primary bg-primary-soft')}>
        {attached.pictures.length > 0 && (
          <LazyPart
            part={lazyAttachedPictureList}
            props={{
              pictures: attached.pictures,
              onDescribe: attached.describe,
              onRetry: (picture: AttachedPicture) => {
                attached.retry(picture)
                field.current?.focus()
              },
              onRemove: (number: number) => {
                attached.remove(number)
                field.current?.focus()
              },
            }}
          />
        )}
        {isMentioning && <MentionList {...mentions.suggestions} />}
        <label htmlFor={id} className="sr-only">
          {`Message to ${name}`}
        </label>
        <textarea
          ref={field}
          dir="auto"
          rows={1}
          value={typed}
          placeholder="Write a message"
          onChange={({ target }) => {
            change(target.value)
            mentions.onInput(target.value, target.selectionStart)
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const files = takesPictures ? getPastedFiles(event.clipboardData) : []
            if (files.length === 0) return
            event.preventDefault()
            attached.addFiles(files)
          }}
          onBlur={mentions.close}
          {...getControlProps(id, { label: 'Message', error })}
          {...(isMentioning && mentions.fieldProps)}
          className="field-sizing-content max-h-[min(12rem,30dvh)] min-h-11 min-w-0 flex-1 resize-none bg-transparent py-2.5 pl-3.5 pointer-coarse:min-h-12 pointer-coarse:py-3 text-base/6 outline-none placeholder:text-faint md:text-sm/6"
        />
        {takesPictures && (
          <IconButton
            type="button"
            label="Add pictures"
            icon={ImagePlus}
            onClick={() => fileInput.current?.click()}
            className="my-0.5 text-muted! pointer-coarse:my-1"
          />
        )}
        <input
          ref={fileInput}
          type="file"
          multiple
          accept={PICTURE_TYPES.join(',')}
          aria-label="Picture files"
          tabIndex={-1}
          className="hidden"
          onChange={({ target }) => {
            attached.addFiles([...(target.files ?? [])])
            // Reset, so that choosing the same file again fires a change event.
            target.value = ''
          }}
        />
        <Button
          type="submit"
          variant="primary"
          icon={editing ? Check : SendHorizontal}
          busy={editing?.isSaving === true}
          disabled={isEmpty || attached.isUploading}
          // Keeps the focus in the field, so that a phone keeps its keyboard open.
          onMouseDown={(event) => event.preventDefault()}
          className="m-1 h-9! px-3.5! pointer-coarse:h-10!"
        >
          {editing ? 'Save' : 'Send'}
        </Button>
      </div>
      <div className="flex gap-3 px-1 empty:hidden">
        {error !== undefined && (
          <p id={`${id}-error`} role="alert" className="text-xs/5 text-danger">
            {error}
          </p>
        )}
        {getFormat(content) && <p className="text-xs/5 text-faint">Sent with its formatting</p>}
        {countCharacters(content) > COUNTER_FROM && (
          <CharacterCounter length={countCharacters(content.trim())} max={MESSAGE_MAX} />
        )}
      </div>
    </form>
  )
}

const FRAME = cx(
  'relative flex flex-wrap items-end rounded-card border border-edge bg-surface transition-colors',
  'hover:border-muted has-[textarea:focus-visible]:border-focus',
  'has-[textarea:focus-visible]:outline has-[textarea:focus-visible]:outline-focus',
  'has-aria-invalid:border-danger! has-[textarea:focus-visible]:has-aria-invalid:outline-danger',
)

/** Replaces the composer in a conversation with a deleted account. */
export function DeletedUserNotice() {
  return (
    <p className="shrink-0 border-t border-line bg-sunken px-4 py-4 text-center text-sm text-muted md:rounded-br-card">
      This account was deleted. Deleted User cannot be written to.
    </p>
  )
}

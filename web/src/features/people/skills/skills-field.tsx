import { Combobox } from '@base-ui/react/combobox'
import type { BaseUIEvent } from '@base-ui/react/types'
import { SKILLS_MAX } from '@dolph/contract/profiles/profiles'
import { X } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { CONTROL_CLASS, getControlProps, FormField } from '../../../ui/forms/form-field.tsx'
import { POPUP_ITEM_CLASS, SUGGESTIONS_CLASS } from '../../../ui/overlays/popup-classes.ts'
import { useIsReadOnly } from '../../../ui/forms/read-only-fields.ts'
import { addSkill, getSkillsFullText, hasSkill } from './skill-list.ts'
import { useSkillSuggestions } from './skill-suggestions.ts'

interface Props {
  value: string[]
  onChange: (skills: string[]) => void
  error?: string | undefined
  /** How many skills the list can have. */
  max?: number
  ref?: Ref<SkillsFieldHandle>
}

/** Lets the form commit text that is in the input but not yet a skill. */
export interface SkillsFieldHandle {
  /** Adds the typed text as a skill; if that fails, shows the reason, focuses the input and returns false. */
  commitTypedSkill: () => boolean
}

/** Status message of the field. */
interface FieldNote {
  text: string
  isScreenReaderOnly: boolean
}

/** Skills as chips, typed freely or chosen from the suggestions. */
export function SkillsField({ value, onChange, error, max = SKILLS_MAX, ref }: Props) {
  const id = useId()
  const isReadOnly = useIsReadOnly()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [highlighted, setHighlighted] = useState<string>()
  const [note, setNote] = useState<FieldNote | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const suggestions = useSkillSuggestions(typed, value)
  const isListOpen = isOpen && suggestions.length > 0 && !isReadOnly
  const hint = value.length >= max ? getSkillsFullText(max) : 'Press Enter to add one.'

  const change = (next: string[]) => {
    onChange(next)
    setNote({ text: describeChange(value, next), isScreenReaderOnly: true })
  }

  /** Adds each of `pieces`; those that cannot be added stay in the input, with the reason below it. */
  const add = (pieces: string[], rest = ''): boolean => {
    let skills = value
    let problem: string | null = null
    const rejected: string[] = []
    for (const piece of pieces) {
      const result = addSkill(skills, piece, max)
      skills = result.skills
      // Duplicates in a pasted list are skipped silently; a single one is reported.
      const isReported = pieces.length === 1 || !hasSkill(skills, piece.trim())
      if (result.problem === null || !isReported) continue
      problem ??= result.problem
      rejected.push(piece.trim())
    }
    setTyped([...rejected, rest].filter((text) => text !== '').join(', '))
    if (skills !== value) change(skills)
    if (problem !== null) setNote({ text: problem, isScreenReaderOnly: false })
    return problem === null
  }

  useImperativeHandle(ref, () => ({
    commitTypedSkill: () => {
      const skill = (isListOpen && highlighted) || typed.trim()
      // A skill that is listed already must not stop the saving.
      const isAdded = add(hasSkill(value, skill) ? [] : [skill])
      if (!isAdded) input.current?.focus()
      return isAdded
    },
  }))

  const onType = (next: string) => {
    setNote(null)
    const pieces = next.split(',')
    if (pieces.length === 1) setTyped(next)
    else add(pieces.slice(0, -1), pieces.at(-1)?.trimStart())
  }

  const onKeyDown = (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) => {
    if (event.key === 'Escape' && isListOpen) {
      event.stopPropagation()
      setOpen(false)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Ctrl+Enter submits the form, which has called `commitTypedSkill` already.
    if (event.ctrlKey || event.metaKey) return event.preventBaseUIHandler()
    if (highlighted !== undefined) return
    // Enter must not submit the form.
    event.preventDefault()
    if (!isReadOnly) add([typed])
  }

  return (
    <FormField id={id} label="Skills" hint={hint} error={error}>
      <Combobox.Root
        multiple
        readOnly={isReadOnly}
        items={suggestions}
        filter={null}
        value={value}
        onValueChange={(next, details) => {
          // Escape would remove all chips.
          if (details.reason === 'escape-key') return details.cancel()
          if (next.length > max) return add([next.at(-1) ?? ''])
          if (details.reason === 'item-press') setTyped('')
          change(next)
        }}
        inputValue={typed}
        onInputValueChange={(next, { reason }) => reason === 'input-change' && onType(next)}
        // The popup of the library would hide the rest of the form from screen readers.
        inline
        open={isListOpen}
        onOpenChange={(next) => setOpen(next)}
        onItemHighlighted={setHighlighted}
        openOnInputClick={false}
      >
        <div className="relative">
          <Combobox.Chips aria-label="Chosen skills" className={INPUT_BOX_CLASS}>
            {value.map((skill) => (
              <Combobox.Chip key={skill} className={CHIP_CLASS}>
                <span dir="auto" className="min-w-0 truncate">
                  {skill}
                </span>
                <Combobox.ChipRemove aria-label={`Remove ${skill}`} className={REMOVE_BUTTON_CLASS}>
                  <X className="size-3.5" aria-hidden="true" />
                </Combobox.ChipRemove>
              </Combobox.Chip>
            ))}
            <Combobox.Input
              ref={input}
              {...getControlProps(id, { label: 'Skills', hint, error })}
              placeholder={value.length === 0 ? 'TypeScript, Figma, ...' : ''}
              autoComplete="off"
              autoCapitalize="none"
              enterKeyHint="enter"
              aria-expanded={isListOpen}
              onKeyDown={onKeyDown}
              onBlur={() => setOpen(false)}
              className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none placeholder:text-faint"
            />
            {typed.trim() !== '' && !isReadOnly && (
              <Button
                size="sm"
                variant="ghost"
                className="h-7!"
                onClick={() => {
                  add([typed])
                  input.current?.focus()
                }}
              >
                Add
              </Button>
            )}
          </Combobox.Chips>
          {isListOpen && (
            <Combobox.List
              ref={scrollListIntoView}
              aria-label="Suggestions"
              className={cx(SUGGESTIONS_CLASS, 'max-h-60 overflow-y-auto p-1')}
              // Keeps the focus in the field when the scroll bar is dragged.
              onMouseDown={(event) => event.preventDefault()}
            >
              {(skill: string) => (
                <Combobox.Item key={skill} value={skill} className={POPUP_ITEM_CLASS}>
                  <span dir="auto" className="min-w-0 truncate">
                    {skill}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          )}
        </div>
      </Combobox.Root>
      <p
        role="status"
        className={note && !note.isScreenReaderOnly ? 'text-sm text-warning' : 'sr-only'}
      >
        {note?.text}
      </p>
    </FormField>
  )
}

/** On a phone the list would often open below the edge of the screen. */
function scrollListIntoView(list: HTMLElement | null) {
  list?.scrollIntoView({ block: 'nearest' })
}

function describeChange(before: string[], after: string[]): string {
  const added = after.filter((skill) => !before.includes(skill))
  const removed = before.filter((skill) => !after.includes(skill))
  if (added.length > 0) return `Added ${added.join(', ')}`
  return removed.length > 0 ? `Removed ${removed.join(', ')}` : ''
}

const INPUT_BOX_CLASS = cx(
  CONTROL_CLASS,
  'flex min-h-10 cursor-text flex-wrap items-center gap-1.5 px-1.5! py-1.5',
  'focus-within:border-focus has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus',
  'has-aria-invalid:border-danger',
)

const CHIP_CLASS = cx(
  'inline-flex h-7 max-w-full min-w-0 items-center gap-0.5 rounded-sm border border-line bg-hover pl-2',
  'text-sm outline-none focus:border-focus focus:bg-primary-soft',
)

const REMOVE_BUTTON_CLASS = cx(
  'grid h-full w-6 shrink-0 place-items-center rounded-sm text-muted transition-colors',
  'hover:bg-pressed hover:text-ink pointer-coarse:w-8',
)

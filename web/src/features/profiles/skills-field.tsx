import { Combobox } from '@base-ui/react/combobox'
import type { BaseUIEvent } from '@base-ui/react/types'
import { SKILLS_MAX } from '@dolph/contract/profiles'
import { X } from 'lucide-react'
import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { CONTROL_CLASS, getControlProps, FormField } from '../../ui/form-field.tsx'
import { POPUP_ITEM_CLASS, SUGGESTIONS_CLASS } from '../../ui/popup-classes.ts'
import { addSkill, SKILLS_FULL_TEXT, hasSkill } from './skill-list.ts'
import { useSkillSuggestions } from './skill-suggestions.ts'

interface Props {
  value: string[]
  onChange: (skills: string[]) => void
  error?: string | undefined
  ref?: Ref<SkillsFieldHandle>
}

/** The part of the field that its form does not know. */
export interface SkillsFieldHandle {
  /** Adds what was typed and not entered; false, with the reason and the focus in the field, if it cannot be. */
  commitTypedSkill: () => boolean
}

/** What the field has to say: a word to read, or one that only a screen reader needs. */
interface FieldNote {
  text: string
  isScreenReaderOnly: boolean
}

/** Skills as chips, typed freely or taken from those of others. */
export function SkillsField({ value, onChange, error, ref }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [highlighted, setHighlighted] = useState<string>()
  const [note, setNote] = useState<FieldNote | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const suggested = useSkillSuggestions(typed, value)
  const areShown = isOpen && suggested.length > 0
  const hint = value.length >= SKILLS_MAX ? SKILLS_FULL_TEXT : 'Press Enter to add one.'

  const change = (next: string[]) => {
    onChange(next)
    setNote({ text: describeChange(value, next), isScreenReaderOnly: true })
  }

  /** Takes each of `pieces`; what cannot be taken stays in the box, with the reason. */
  const add = (pieces: string[], rest = ''): boolean => {
    let skills = value
    let problem: string | null = null
    const left: string[] = []
    for (const piece of pieces) {
      const added = addSkill(skills, piece)
      skills = added.skills
      // Of a pasted list, what was there already is no loss.
      const isMissing = pieces.length === 1 || !hasSkill(skills, piece.trim())
      if (added.problem === null || !isMissing) continue
      problem ??= added.problem
      left.push(piece.trim())
    }
    setTyped([...left, rest].filter((text) => text !== '').join(', '))
    if (skills !== value) change(skills)
    if (problem !== null) setNote({ text: problem, isScreenReaderOnly: false })
    return problem === null
  }

  useImperativeHandle(ref, () => ({
    commitTypedSkill: () => {
      const wanted = (areShown && highlighted) || typed.trim()
      // What is listed is saved as it is.
      const isTaken = add(hasSkill(value, wanted) ? [] : [wanted])
      if (!isTaken) input.current?.focus()
      return isTaken
    },
  }))

  const onType = (next: string) => {
    setNote(null)
    const pieces = next.split(',')
    if (pieces.length === 1) setTyped(next)
    else add(pieces.slice(0, -1), pieces.at(-1)?.trimStart())
  }

  const onKeyDown = (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) => {
    if (event.key === 'Escape' && areShown) {
      event.stopPropagation()
      setOpen(false)
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // The form is being sent, and has asked for what is here.
    if (event.ctrlKey || event.metaKey) return event.preventBaseUIHandler()
    if (highlighted !== undefined) return
    // The form around it is not submitted from here.
    event.preventDefault()
    add([typed])
  }

  return (
    <FormField {...{ id, label: 'Skills', hint, error }}>
      <Combobox.Root
        multiple
        items={suggested}
        filter={null}
        value={value}
        onValueChange={(next, details) => {
          // Esc would take every chip away.
          if (details.reason === 'escape-key') return details.cancel()
          if (next.length > SKILLS_MAX) return add([next.at(-1) ?? ''])
          if (details.reason === 'item-press') setTyped('')
          change(next)
        }}
        inputValue={typed}
        onInputValueChange={(next, { reason }) => reason === 'input-change' && onType(next)}
        // Its own popup would hide the rest of the form from screen readers.
        inline
        open={areShown}
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
              aria-expanded={areShown}
              onKeyDown={onKeyDown}
              onBlur={() => setOpen(false)}
              className="h-7 min-w-24 flex-1 bg-transparent outline-none placeholder:text-faint"
            />
            {typed.trim() !== '' && (
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
          {areShown && (
            <Combobox.List
              ref={scrollListIntoView}
              aria-label="Suggestions"
              className={cx(SUGGESTIONS_CLASS, 'max-h-60 overflow-y-auto p-1')}
              // The scroll bar takes no focus from the field.
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

/** On a phone the field is often the last thing above the edge of the screen. */
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

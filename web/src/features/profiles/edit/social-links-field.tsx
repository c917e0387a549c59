import { SOCIAL_LINKS_MAX } from '@dolph/contract/profiles'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormState, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { ProfileFields } from './profile-fields.ts'

/** Links of any other kind, each with the name of its platform. */
export function SocialLinksField({ form }: { form: UseFormReturn<ProfileFields> }) {
  const { control, register } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'socialLinks' })
  const { errors } = useFormState({ control })
  const rows = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)

  function add() {
    append({ platform: '', url: '' }, { focusName: `socialLinks.${fields.length}.platform` })
  }

  /** The focus goes to what has taken the place of the row that went. */
  function removeAt(row: number) {
    flushSync(() => remove(row))
    const buttons = rows.current?.querySelectorAll<HTMLButtonElement>('[data-remove]') ?? []
    const next = buttons[Math.min(row, buttons.length - 1)] ?? addButton.current
    next?.focus()
  }

  return (
    <div role="group" aria-label="Social links" className="grid gap-3">
      {fields.length > 0 && (
        <ul ref={rows} className="grid gap-4">
          {fields.map(({ id }, row) => (
            <li
              key={id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-3 @md:grid-cols-[10rem_minmax(0,1fr)_auto]"
            >
              <Field
                {...register(`socialLinks.${row}.platform`)}
                label="Platform"
                dir="auto"
                autoComplete="off"
                placeholder="Mastodon"
                error={errors.socialLinks?.[row]?.platform?.message}
                className="@max-md:col-start-1"
              />
              <Field
                {...register(`socialLinks.${row}.url`)}
                label="URL"
                type="url"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="https://"
                error={errors.socialLinks?.[row]?.url?.message}
                className="@max-md:col-span-2 @max-md:row-start-2"
              />
              <IconButton
                data-remove
                label={`Remove link ${row + 1}`}
                icon={Trash2}
                onClick={() => removeAt(row)}
                className="mt-6.5 @max-md:col-start-2 @max-md:row-start-1"
              />
            </li>
          ))}
        </ul>
      )}
      {errors.socialLinks?.root && (
        <p role="alert" className="text-sm text-danger">
          {errors.socialLinks.root.message}
        </p>
      )}
      <Button
        ref={addButton}
        size="sm"
        icon={Plus}
        disabled={fields.length >= SOCIAL_LINKS_MAX}
        onClick={add}
        className="justify-self-start"
      >
        Add social link
      </Button>
    </div>
  )
}

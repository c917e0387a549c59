import { SOCIAL_LINKS_MAX } from '@dolph/contract/profiles/profiles'
import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormState, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../../ui/buttons/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useIsReadOnly } from '../../../ui/forms/read-only-fields.ts'
import type { ProfileFields } from './profile-fields.ts'

/** Rows for further links, each with a platform and a URL. */
export function SocialLinksField({ form }: { form: UseFormReturn<ProfileFields> }) {
  const { control, register } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'socialLinks' })
  const { errors } = useFormState({ control })
  const isReadOnly = useIsReadOnly()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)

  function add() {
    append({ platform: '', url: '' }, { focusName: `socialLinks.${fields.length}.platform` })
  }

  /** Removes the row and focuses the remove button that takes its place. */
  function removeRow(index: number) {
    flushSync(() => remove(index))
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>('[data-remove]') ?? []
    const next = buttons[Math.min(index, buttons.length - 1)] ?? addButton.current
    next?.focus()
  }

  return (
    <div role="group" aria-label="Social links" className="grid gap-3">
      {fields.length > 0 && (
        <ul ref={list} className="grid gap-4">
          {fields.map(({ id }, index) => (
            <li
              key={id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-3 @md:grid-cols-[10rem_minmax(0,1fr)_auto]"
            >
              <Field
                {...register(`socialLinks.${index}.platform`)}
                label="Platform"
                dir="auto"
                autoComplete="off"
                placeholder="Mastodon"
                error={errors.socialLinks?.[index]?.platform?.message}
                className="@max-md:col-start-1"
              />
              <Field
                {...register(`socialLinks.${index}.url`)}
                label="URL"
                type="url"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                placeholder="https://"
                error={errors.socialLinks?.[index]?.url?.message}
                className="@max-md:col-span-2 @max-md:row-start-2"
              />
              <IconButton
                data-remove
                label={`Remove link ${index + 1}`}
                icon={Trash2}
                disabled={isReadOnly}
                onClick={() => removeRow(index)}
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
        disabled={isReadOnly || fields.length >= SOCIAL_LINKS_MAX}
        onClick={add}
        className="justify-self-start"
      >
        Add social link
      </Button>
    </div>
  )
}

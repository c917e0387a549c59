import { type PostType } from '@dolph/contract/posts/post-type'
import { BODY_MAX, TITLE_MAX } from '@dolph/contract/posts/posts'
import { countCharacters } from '@dolph/contract/primitives'
import { CodeXml, Globe, Play } from 'lucide-react'
import { Controller, useFormState, useWatch, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../../ui/forms/field.tsx'
import { ReadOnlyFields } from '../../../ui/forms/read-only-fields.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { POST_TYPES } from '../post-type.ts'
import { BodyField } from './editor/body-field.tsx'
import { CoverField } from './pictures/cover-field.tsx'
import type { UploadsChange } from './pictures/upload-counts.ts'
import type { PostFields } from './post-fields.ts'

const LINK_FIELDS = {
  github: { label: 'GitHub URL', icon: CodeXml, placeholder: 'https://github.com/you/project' },
  demo: { label: 'Demo URL', icon: Play, placeholder: 'https://demo.example.com' },
  projectUrl: { label: 'Project URL', icon: Globe, placeholder: 'https://project.example.com' },
} as const

interface Props {
  form: UseFormReturn<PostFields>
  types: readonly PostType[]
  links: readonly (keyof typeof LINK_FIELDS)[]
  onUploadsChange: UploadsChange
  /** Whether the inputs accept no more characters than can be saved. */
  enforcesMaxLength?: boolean
}

/** The inputs of a post form. */
export function PostFieldset(props: Props) {
  const { form, types, links, onUploadsChange, enforcesMaxLength = false } = props
  const { control } = form
  const { errors, isSubmitting } = useFormState({ control })
  const linkErrors = {
    github: errors.github?.message,
    demo: errors.demo?.message,
    projectUrl: errors.projectUrl?.message,
  }
  const [title, body, type] = useWatch({ control, name: ['title', 'body', 'type'] })
  return (
    <ReadOnlyFields value={isSubmitting}>
      <div className="@container grid gap-5">
        <div className="grid gap-5 @md:grid-cols-[minmax(0,1fr)_14rem] @md:gap-4">
          <Field
            {...form.register('title')}
            label="Title"
            dir="auto"
            autoComplete="off"
            placeholder="What is it called?"
            maxLength={enforcesMaxLength ? getMaxLength(title, TITLE_MAX) : undefined}
            error={errors.title?.message}
          />
          <Controller
            control={control}
            name="type"
            render={({ field }) => (
              <Select
                label="Post Type"
                options={types.map((value) => ({ value, ...POST_TYPES[value] }))}
                value={field.value}
                onChange={field.onChange}
                error={errors.type?.message}
              />
            )}
          />
        </div>
        <BodyField
          form={form}
          label="Content"
          maxLength={enforcesMaxLength ? getMaxLength(body, BODY_MAX) : undefined}
          onUploadsChange={onUploadsChange}
        />
        <Controller
          control={control}
          name="cover"
          render={({ field }) => (
            <CoverField
              buttonRef={field.ref}
              value={field.value}
              onChange={field.onChange}
              onUploadsChange={onUploadsChange}
              isWanted={type === 'showcase'}
              error={errors.cover?.message ?? errors.cover?.alt?.message}
            />
          )}
        />
        <div className="grid gap-5 @md:grid-cols-2 @md:gap-x-4 @md:[&>:first-child:nth-last-child(3)]:col-span-full @4xl:grid-cols-3 @4xl:[&>:first-child:nth-last-child(3)]:col-span-1">
          {links.map((name) => (
            <Field
              key={name}
              {...form.register(name)}
              {...LINK_FIELDS[name]}
              type="url"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={linkErrors[name]}
            />
          ))}
        </div>
      </div>
    </ReadOnlyFields>
  )
}

/** `maxLength` counts UTF-16 units, our limit counts characters: the difference in the present text is added. */
function getMaxLength(text: string, max: number): number {
  return max + text.length - countCharacters(text)
}

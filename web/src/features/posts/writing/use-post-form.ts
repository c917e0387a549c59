import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useFormState, type FieldErrors } from 'react-hook-form'
import type { z } from 'zod/mini'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useDraft } from '../../accounts/drafts.ts'
import { getBannerText, showFieldErrors } from '../../accounts/field-errors.ts'
import {
  POST_FIELD_NAMES,
  arePostFieldsEqual,
  StoredPostDraft,
  type PostFields,
} from './post-fields.ts'
import { addUploadCounts, NO_UPLOADS } from './pictures/upload-counts.ts'
import { removeUploadMarks } from './pictures/upload-mark.ts'
import { createPostKey, type PostKey } from './post-key.ts'

const VALIDATION_MESSAGE = 'Please fix the validation errors before submitting'

interface PostFormOptions {
  /** Validates the fields and transforms them for sending. */
  schema: z.ZodMiniType<PostFields, PostFields>
  /** The values before anything was typed. */
  initial: PostFields
  /** The key under which the draft is stored on the device. */
  draftKey: string
  /** Runs before the first invalid field gets the focus. */
  onInvalid?: () => void
}

interface SubmitOptions {
  /** Receives the output of the schema; not called while a field is invalid or a submission is running. */
  send: (fields: PostFields) => Promise<unknown>
  /** Called after success, unless the member has left the form. */
  onDone: () => void
}

/** The common parts of the post forms: validation, draft, submission and error message. */
export function usePostForm(options: PostFormOptions) {
  const { schema, initial, draftKey, onInvalid } = options
  const draft = useDraft(draftKey, StoredPostDraft)
  const [key, setKey] = useState(() => getStoredKey(draft.restored) ?? createPostKey())
  const [isBlocked, setIsBlocked] = useState(false)
  const [fieldsKey, setFieldsKey] = useState(0)
  const form = useForm<PostFields>({
    resolver: zodResolver(schema),
    mode: 'onChange',
    defaultValues: getFirstFields(draft.restored, initial),
    shouldFocusError: false,
  })
  const { isValid } = useFormState({ control: form.control })

  const saveDraft = useEffectEvent((fields: PostFields) => {
    if (arePostFieldsEqual(fields, initial)) draft.discard()
    else draft.save({ fields, ...key })
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft({ ...values }),
      }),
    [form],
  )

  const showValidationErrors = (errors: FieldErrors<PostFields>) => {
    setIsBlocked(true)
    onInvalid?.()
    const first = POST_FIELD_NAMES.find((name) => errors[name])
    if (first) form.setFocus(first)
  }

  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const [uploads, changeUploads] = useReducer(addUploadCounts, NO_UPLOADS)
  const isSubmitting = useRef(false)
  async function submit({ send, onDone }: SubmitOptions): Promise<void> {
    if (isSubmitting.current) return
    if (uploads.running > 0) {
      toast.info('Your pictures are still on their way. Please wait a moment.')
      return
    }
    if (uploads.body + uploads.cover > 0) {
      toast.error('A picture could not be uploaded. Please try again or discard it first.')
      onInvalid?.()
      form.setFocus(uploads.body > 0 ? 'body' : 'cover')
      return
    }
    isSubmitting.current = true
    const body = form.getValues('body')
    // Undo brings back the mark of a picture that is in the text already.
    if (removeUploadMarks(body) !== body) form.setValue('body', removeUploadMarks(body))
    const sendFields = async (fields: PostFields) => {
      setIsBlocked(false)
      await send(fields)
      draft.discard()
      if (isMounted.current) onDone()
    }
    try {
      await form.handleSubmit(sendFields, showValidationErrors)()
    } catch (error) {
      showFieldErrors(form, error, POST_FIELD_NAMES)
    } finally {
      isSubmitting.current = false
    }
  }

  return {
    form,
    key,
    /** The React key of the fields: discarding mounts them again, which ends their uploads. */
    fieldsKey,
    /** Counts the pictures that are not stored yet: nothing is sent without them. */
    onUploadsChange: changeUploads,
    /** Does nothing once the form is closed: after logging out, nothing of the member may be stored again. */
    saveKey: (changed: PostKey) => {
      if (!isMounted.current) return
      setKey(changed)
      draft.save({ fields: form.getValues(), ...changed })
    },
    draft,
    submit: (submitOptions: SubmitOptions) => void submit(submitOptions),
    /** The error message for the whole form, if there is one. */
    getProblem: (error: Error | null, fallback: string) =>
      isBlocked && !isValid ? VALIDATION_MESSAGE : getBannerText(error, fallback, POST_FIELD_NAMES),
    discard: () => {
      draft.discard()
      setKey(createPostKey())
      setIsBlocked(false)
      form.reset(initial)
      flushSync(() => setFieldsKey((before) => before + 1))
      form.setFocus('title')
    },
  }
}

function getFirstFields(restored: StoredPostDraft | undefined, initial: PostFields): PostFields {
  if (!restored) return initial
  return { ...restored.fields, body: removeUploadMarks(restored.fields.body) }
}

function getStoredKey({ tempId, sent }: Partial<StoredPostDraft> = {}): PostKey | undefined {
  return tempId === undefined ? undefined : { tempId, sent }
}

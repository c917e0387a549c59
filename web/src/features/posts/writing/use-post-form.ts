import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm, useFormState, type FieldErrors } from 'react-hook-form'
import type { z } from 'zod/mini'
import { useDraft } from '../../accounts/drafts.ts'
import { getBannerText, showFieldErrors } from '../../accounts/field-errors.ts'
import {
  POST_FIELD_NAMES,
  arePostFieldsEqual,
  StoredPostDraft,
  type PostFields,
} from './post-fields.ts'

const VALIDATION_MESSAGE = 'Please fix the validation errors before submitting'

interface PostFormOptions {
  /** What may be sent, and in which form. */
  schema: z.ZodMiniType<PostFields, PostFields>
  /** The form before anything was typed. */
  initial: PostFields
  /** Under which name the device keeps what was typed. */
  draftKey: string
  /** Runs before the first wrong field gets the focus. */
  onInvalid?: () => void
}

interface SubmitOptions {
  /** Gets what the schema made of the fields; not called while one of them is wrong, or a second time. */
  send: (filled: PostFields) => Promise<unknown>
  /** It has succeeded, and the member is still here. */
  onDone: () => void
}

/** Everything that the forms about posts have in common: rules, a draft on the device, and what to say. */
export function usePostForm(setup: PostFormOptions) {
  const { schema, initial, draftKey, onInvalid } = setup
  const draft = useDraft(draftKey, StoredPostDraft)
  const [tempId, setTempId] = useState(() => draft.restored?.tempId ?? createTempId())
  const [isStopped, setIsStopped] = useState(false)
  const form = useForm<PostFields>({
    resolver: zodResolver(schema),
    mode: 'onChange',
    defaultValues: draft.restored?.fields ?? initial,
    shouldFocusError: false,
  })
  const { isValid } = useFormState({ control: form.control })

  const keep = useEffectEvent((fields: PostFields) => {
    if (arePostFieldsEqual(fields, initial)) draft.discard()
    else draft.save({ fields, tempId })
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keep({ ...values }),
      }),
    [form],
  )

  const stop = (errors: FieldErrors<PostFields>) => {
    setIsStopped(true)
    onInvalid?.()
    const first = POST_FIELD_NAMES.find((name) => errors[name])
    if (first) form.setFocus(first)
  }

  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const isUnderWay = useRef(false)
  async function submit({ send, onDone }: SubmitOptions): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const sendFilled = async (filled: PostFields) => {
      setIsStopped(false)
      await send(filled)
      draft.discard()
      if (isHere.current) onDone()
    }
    try {
      await form.handleSubmit(sendFilled, stop)()
    } catch (error) {
      showFieldErrors(form, error, POST_FIELD_NAMES)
    } finally {
      isUnderWay.current = false
    }
  }

  return {
    form,
    tempId,
    draft,
    submit: (deed: SubmitOptions) => void submit(deed),
    /** What is to be said about it all, if anything. */
    problemOf: (error: Error | null, otherwise: string) =>
      isStopped && !isValid
        ? VALIDATION_MESSAGE
        : getBannerText(error, otherwise, POST_FIELD_NAMES),
    discard: () => {
      draft.discard()
      setTempId(createTempId())
      setIsStopped(false)
      form.reset(initial)
      form.setFocus('title')
    },
  }
}

function createTempId(): string {
  return `temp-${crypto.randomUUID()}`
}

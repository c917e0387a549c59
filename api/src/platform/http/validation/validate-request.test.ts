import { createPost } from '@dolph/contract/posts/posts'
import type { InputOf } from '@dolph/contract/endpoint'
import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { signInNewMember } from '../../../testing/sign-up-member.ts'
import { startApp } from '../../../testing/start-app.ts'
import { validateRequest, type RequestValidationError } from './validate-request.ts'

const SENTENCE_OF_ZOD = /: (?:$|Invalid|Too |Unrecognized)|expected|received|undefined/

test('missing fields of a post are named in words', async () => {
  await using api = await startApp()
  const ada = await signInNewMember(api, 'ada')
  const body = {} as InputOf<typeof createPost>['body']
  const response = await ada.send(createPost, { body })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({
    message: 'Please fix the validation errors before submitting',
    fields: {
      title: 'Title is required',
      type: 'Type is required',
      body: 'Description is required',
    },
  })
})

test('no endpoint answers an empty or wrong body or query with a sentence of zod', async () => {
  await using api = await startApp()
  const schemas = api.app.declaredRoutes.flatMap(({ method, url, schema }) =>
    (['body', 'querystring'] as const).flatMap((part) =>
      schema?.[part] ? [{ name: `${String(method)} ${url} ${part}`, schema: schema[part] }] : [],
    ),
  )
  expect(schemas.length).toBeGreaterThan(60)
  const sentences = schemas.flatMap(({ name, schema }) =>
    [{}, null, undefined, 'text'].flatMap((data) =>
      findSentences(schema, data).map((sentence) => `${name}: ${sentence}`),
    ),
  )
  expect(sentences.length).toBeGreaterThan(100)
  expect(sentences.filter((sentence) => SENTENCE_OF_ZOD.test(sentence))).toEqual([])
})

function findSentences(schema: unknown, data: unknown): string[] {
  const validate = validateRequest({ schema: schema as z.ZodMiniType, method: '', url: '' })
  const { error } = validate(data) as { error?: RequestValidationError }
  return error?.issues.map(({ message }) => message) ?? []
}

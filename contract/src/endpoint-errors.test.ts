import { describe, expect, test } from 'vitest'
import { listErrorCodes, listHandlerErrors } from './endpoint-errors.ts'
import { defineEndpoint } from './endpoint.ts'

const GENERAL = ['invalid-input', 'too-many-requests', 'unavailable', 'internal']
const schema = { response: {} }

describe('the codes that a call can be refused with', () => {
  test('are the general ones for a public call that reads', () => {
    const call = defineEndpoint({ method: 'GET', url: '/api/tides', access: 'public', schema })
    expect(listErrorCodes(call)).toEqual(GENERAL)
  })

  test('follow from what the call declares', () => {
    const call = defineEndpoint({
      method: 'POST',
      url: '/api/tides',
      access: 'member',
      proof: 'sometimes',
      errors: ['not-found'],
      schema,
    })
    const handlerErrors = [...GENERAL, 'not-signed-in', 'proof-needed', 'not-found']
    expect(listHandlerErrors(call)).toEqual(handlerErrors)
    expect(listErrorCodes(call)).toEqual([
      ...handlerErrors,
      'limited',
      'conflict',
      'forbidden',
      'invalid-csrf-token',
    ])
  })

  test.each([
    ['origin', ['conflict', 'forbidden']],
    ['none', ['conflict']],
  ] as const)('of a changing call with CSRF protection by %s', (csrf, codes) => {
    const call = {
      method: 'POST',
      config: { access: 'public', csrf, restriction: 'none', errors: [] },
    } as const
    expect(listErrorCodes(call)).toEqual([...GENERAL, ...codes])
  })

  test.each(['moderator', 'admin'] as const)('are two more on a call for a %s', (access) => {
    const call = defineEndpoint({ method: 'GET', url: '/api/tides', access, schema })
    const codes = [...GENERAL, 'not-signed-in', 'not-found', 'second-factor-needed']
    expect(listErrorCodes(call)).toEqual(codes)
  })
})

import { defineEndpoint } from '@dolph/contract/endpoint'
import { successReply } from '@dolph/contract/primitives'
import type { FastifyReply } from 'fastify'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { Refusal } from '../platform/errors.ts'
import { sendRawJson } from '../platform/http/replies/raw-json-reply.ts'
import { startApp } from './start-app.ts'

const readTide = defineEndpoint({
  method: 'GET',
  url: '/api/tide',
  access: 'public',
  errors: ['not-found'],
  schema: { response: { 200: successReply({ tide: z.object({ height: z.number() }) }) } },
})

/** Calls an app whose handler is planted; returns the status and the error with which the app closes. */
async function callPlanted(handle: (reply: FastifyReply) => unknown) {
  const api = await startApp({
    extendApp: (app) =>
      void app.register(async (child) =>
        child.route({ ...readTide, handler: async (_request, reply) => handle(reply) }),
      ),
  })
  const { statusCode } = await api.app.inject(readTide.url)
  const fault = await api[Symbol.asyncDispose]().catch((error: unknown) => String(error))
  return { statusCode, fault }
}

describe('a reply that breaks the contract fails its test', () => {
  test.each([
    ['an extra key', '{"success":true,"tide":{"height":2},"extra":1}'],
    ['an extra key inside', '{"success":true,"tide":{"height":2,"moon":"full"}}'],
    ['a missing key', '{"success":true,"tide":{}}'],
    ['a value of another type', '{"success":true,"tide":{"height":"2"}}'],
    ['a body that is not JSON', 'high'],
  ])('%s', async (_, json) => {
    const { statusCode, fault } = await callPlanted((reply) => sendRawJson(reply, json))
    expect(statusCode).toBe(500)
    expect(fault).toContain('Replies outside the contract:\nGET /api/tide: 200')
  })

  test('an undeclared status', async () => {
    const { fault } = await callPlanted((reply) =>
      sendRawJson(reply.code(201), '{"success":true,"tide":{"height":2}}'),
    )
    expect(fault).toContain('GET /api/tide: 201: undeclared status')
  })

  test('an undeclared error code', async () => {
    const { fault } = await callPlanted(() => {
      throw new Refusal('conflict', 'The tide has turned')
    })
    expect(fault).toContain('GET /api/tide: 409: the code conflict is not declared')
  })

  test('an error with an extra key', async () => {
    const body = '{"success":false,"code":"not-found","message":"No tide","table":"tides"}'
    const { fault } = await callPlanted((reply) => sendRawJson(reply.code(404), body))
    expect(fault).toContain('GET /api/tide: 404')
  })
})

test('a reply and a refusal of the contract pass', async () => {
  const reply = await callPlanted((each) =>
    sendRawJson(each, '{"success":true,"tide":{"height":2}}'),
  )
  expect(reply).toEqual({ statusCode: 200, fault: undefined })
  const refusal = await callPlanted(() => {
    throw new Refusal('not-found', 'No tide')
  })
  expect(refusal).toEqual({ statusCode: 404, fault: undefined })
})

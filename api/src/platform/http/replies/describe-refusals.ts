import type { CallPolicy } from '@dolph/contract/endpoint'
import { listErrorCodes } from '@dolph/contract/endpoint-errors'
import { ErrorBody } from '@dolph/contract/errors'
import { globalRegistry } from 'zod'
import { STATUS_CODES } from '../../errors.ts'

// The OpenAPI document has the schema once, under this name.
globalRegistry.add(ErrorBody, { id: 'Error' })

/** The refusals of a call for the OpenAPI document: by status, with the codes that have it. */
export function describeRefusals(method: string, config: CallPolicy): Record<number, object> {
  const byStatus = Map.groupBy(listErrorCodes({ method, config }), (code) => STATUS_CODES[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        allOf: [{ $ref: '#/components/schemas/Error' }],
        properties: { code: { enum: codes } },
      },
    ]),
  )
}

import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod/mini'

/** A part of a request that does not match its schema. Fastify adds which part it is. */
export class RequestValidationError extends Error {
  readonly validationContext?: string
  readonly issues: readonly z.core.$ZodIssue[]

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('The request does not match its schema')
    this.issues = issues
  }
}

export const validateRequest: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const whole = httpPart === 'querystring' ? 'The query' : 'The body'
    const result = z.safeParse(schema, data, { error: (issue) => describeIssue(issue, whole) })
    return result.success
      ? { value: result.data }
      : { error: new RequestValidationError(result.error.issues) }
  }

/** The sentence for an issue for which the schema has none: those of zod are for its developers. */
function describeIssue(issue: z.core.$ZodRawIssue, whole: string): string {
  const field = issue.path?.findLast((part) => typeof part === 'string')
  const name = field === undefined ? whole : toWords(field)
  const isPlural = name.endsWith('s')
  if (issue.input == null) return `${name} ${isPlural ? 'are' : 'is'} required`
  return `${name} ${isPlural ? 'are' : 'is'} not valid`
}

/** `firstName` is 'First name'. */
function toWords(field: string): string {
  const words = field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

import type { RandomSource } from '@dolph/bench/load/random-source'
import { z } from 'zod/mini'

/** Chooses an element of a list that is not empty. */
export function pickFrom<T>(random: RandomSource, list: readonly T[]): T {
  return list[random.below(list.length)] as T
}

const OPTIONAL_SHARE = 0.7
const ARRAY_LENGTH_MAX = 3
const KNOWN_ID_SHARE = 0.7

/**
 * Valid values for the contract's schemas: the structure comes from the schema, each text from `texts`, if the schema accepts it. Fields
 * that `knownIds` names mostly have that id: few calls would get further if they had any other.
 */
export class ValueSampler {
  readonly #texts: readonly string[]
  readonly #knownIds: Readonly<Record<string, string>>
  readonly #acceptedTexts = new WeakMap<object, string[]>()

  constructor(texts: readonly string[], knownIds: Readonly<Record<string, string>> = {}) {
    this.#texts = texts
    this.#knownIds = knownIds
  }

  /** The id that a field mostly has; undefined for other fields, and sometimes for this one. */
  sampleKnownId(field: string, random: RandomSource): string | undefined {
    const id = this.#knownIds[field]
    return id !== undefined && random.fraction() < KNOWN_ID_SHARE ? id : undefined
  }

  sampleValue(schema: z.core.$ZodType, random: RandomSource): unknown {
    const { def } = (schema as z.core.$ZodTypes)._zod
    switch (def.type) {
      case 'object': {
        const fields = Object.entries(def.shape)
        const values = fields.map(
          ([key, field]) =>
            [key, this.sampleKnownId(key, random) ?? this.sampleValue(field, random)] as const,
        )
        return Object.fromEntries(values.filter(([, value]) => value !== undefined))
      }
      case 'optional':
      case 'default':
        return random.fraction() < OPTIONAL_SHARE
          ? this.sampleValue(def.innerType, random)
          : undefined
      case 'nullable':
        return random.fraction() < OPTIONAL_SHARE ? this.sampleValue(def.innerType, random) : null
      case 'array': {
        const length = random.below(ARRAY_LENGTH_MAX + 1)
        return Array.from({ length }, () => this.sampleValue(def.element, random))
      }
      case 'union':
        return this.sampleValue(pickFrom(random, def.options), random)
      case 'record': {
        const key = String(this.sampleValue(def.keyType, random))
        return { [key]: this.sampleValue(def.valueType, random) }
      }
      case 'enum':
        return pickFrom(random, Object.values(def.entries))
      case 'literal':
        return pickFrom(random, def.values)
      case 'boolean':
        return random.fraction() < 0.5
      case 'number':
        return 1 + random.below(100)
      case 'string':
        return pickFrom(random, this.#listAcceptedTexts(schema))
      default:
        throw new Error(`No sample for a schema of type ${def.type}: add it here`)
    }
  }

  #listAcceptedTexts(schema: z.core.$ZodType): string[] {
    let accepted = this.#acceptedTexts.get(schema)
    if (!accepted) {
      accepted = this.#texts.filter((text) => z.safeParse(schema, text).success)
      if (accepted.length === 0) throw new Error('A schema accepts none of the sample texts')
      this.#acceptedTexts.set(schema, accepted)
    }
    return accepted
  }
}

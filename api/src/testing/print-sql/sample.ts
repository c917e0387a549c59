const names = new WeakMap<object, string>()
const idNames = new Map<string, string>()

/**
 * Stands for any argument or row: it has every property, and is bound under the name by which it was read. Properties that are
 * given have their values.
 */
export function createSample(name: string, given?: object): unknown {
  if (given === undefined && /id$/i.test(name)) return createSampleId(name)
  const sample = new Proxy(
    { ...given },
    {
      get: (target, key) => {
        if (key === Symbol.toPrimitive) return () => name
        if (key in target) return Reflect.get(target, key)
        // An awaited sample is no promise.
        return typeof key === 'symbol' || key === 'then' ? undefined : createSample(key)
      },
    },
  )
  names.set(sample, name)
  return sample
}

/** A UUID, because functions check and cut ids. */
function createSampleId(name: string): string {
  const id = crypto.randomUUID()
  idNames.set(id, name)
  return id
}

/** How a bound value is shown: a sample by its name, anything else as JSON. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(describeValue).join(', ')}]`
  const name =
    typeof value === 'string'
      ? idNames.get(value)
      : typeof value === 'object' && value !== null && names.get(value)
  return name || JSON.stringify(value)
}

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'

const REFERENCED_SCHEMAS = ['jsf-0.82.SNAPSHOT.schema.json', 'spdx.SNAPSHOT.schema.json']

const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
// The package of formats does not know these two, which are for texts in any script.
for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true)
for (const file of REFERENCED_SCHEMAS) {
  ajv.addSchema(await readSchema(file), `http://cyclonedx.org/schema/${file}`)
}
const validate = ajv.compile(await readSchema('bom-1.6.SNAPSHOT.schema.json'))

/** Returns the errors of CycloneDX's own schema for version 1.6. */
export function validateSbom(sbom: unknown): string[] {
  validate(sbom)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

async function readSchema(file: string): Promise<object> {
  const library = import.meta.resolve('@cyclonedx/cyclonedx-library/package.json')
  return JSON.parse(await readFile(fileURLToPath(new URL(`res/schema/${file}`, library)), 'utf8'))
}

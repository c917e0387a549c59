import { expect, test } from 'vitest'
import { createSbom } from './sbom.ts'
import { validateSbom } from './validate-sbom.ts'

test('the SBOM is valid CycloneDX 1.6, and tells what is shipped under which license', async () => {
  const sbom = await createSbom()

  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'dolph' } },
  })
  expect(validateSbom(sbom)).toEqual([])

  const required = sbom.components.filter(({ scope }) => scope === 'required')
  const shippedNames = new Set(required.map(({ name }) => name))
  for (const name of ['fastify', 'ws', 'react', 'workbox-core', 'contract'])
    expect(shippedNames).toContain(name)
  // Dependencies of our packages for development and tests, which are not shipped.
  for (const name of ['oidc-provider', 'smtp-server', 'vite', 'vitest', 'fxa-common-password-list'])
    expect(shippedNames).not.toContain(name)
  expect(required.filter(({ licenses }) => licenses.length === 0)).toEqual([])
})

test('an SBOM that misses what the standard requires is rejected', async () => {
  const sbom = await createSbom()
  const [first, ...others] = sbom.components
  const unnamed = { ...first, name: undefined }
  expect(validateSbom({ ...sbom, components: [...others, unnamed] })).not.toEqual([])
  expect(validateSbom({ ...sbom, bomFormat: 'SPDX' })).not.toEqual([])
})

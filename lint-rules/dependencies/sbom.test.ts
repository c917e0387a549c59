import { expect, test } from 'vitest'
import { createSbom } from './sbom.ts'

test('the SBOM is CycloneDX 1.6, and tells what is shipped under which license', async () => {
  const sbom = await createSbom()

  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { component: { type: 'application', name: 'dolph' } },
  })

  const names = new Set(sbom.components.map(({ name }) => name))
  for (const name of ['fastify', 'ws', 'react', 'workbox-core', 'contract'])
    expect(names).toContain(name)
  // Dependencies of our packages for development and tests, which are not shipped.
  for (const name of ['oidc-provider', 'smtp-server', 'vite', 'vitest', 'fxa-common-password-list'])
    expect(names).not.toContain(name)
  expect(sbom.components.filter(({ licenses }) => licenses.length === 0)).toEqual([])
})

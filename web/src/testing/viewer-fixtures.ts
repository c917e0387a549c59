import type { Viewer } from '@dolph/contract/accounts'

export function createViewerFixture(fields: Partial<Viewer> = {}): Viewer {
  return {
    _id: '0198c5a0-0000-7000-8000-000000000001',
    userName: 'ada',
    firstName: 'Ada',
    lastName: 'Lovelace',
    profilePicture: '',
    email: 'ada@dolph.example',
    sessionExpiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    ...fields,
  }
}

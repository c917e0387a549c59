import { getViewer } from '@dolph/contract/accounts/viewer'
import { expect, test } from 'vitest'
import { signInNewMember } from '../../testing/sign-up-member.ts'
import { startApp } from '../../testing/start-app.ts'
import { publishSessionChange } from '../realtime/bus.ts'

test.each([
  ['none', { posting: 200, messaging: 200, suspended: 200 }],
  ['suspension', { posting: 200, messaging: 200, suspended: 403 }],
  ['posting', { posting: 403, messaging: 200, suspended: 403 }],
  ['messaging', { posting: 200, messaging: 403, suspended: 403 }],
] as const)(
  'a call with the restriction %s is closed to limited members',
  async (restriction, statuses) => {
    await using api = await startApp({
      extendApp: (app) =>
        app.get('/api/tides', { config: { access: 'member', restriction } }, async () => 'in'),
    })
    const columns = {
      posting: 'posting_limited_until',
      messaging: 'messaging_limited_until',
      suspended: 'suspended_until',
    } as const
    for (const [kind, column] of Object.entries(columns)) {
      const ada = await signInNewMember(api, kind)
      const { _id: id } = await ada.call(getViewer, {})
      const limitUntil = async (until: string) => {
        await api.db
          .updateTable('members')
          .set({ [column]: until })
          .where('id', '=', id)
          .execute()
        publishSessionChange(api.bus, id)
      }
      await limitUntil('infinity')
      const reply = await ada.request('GET', '/api/tides')
      expect([kind, reply.statusCode]).toEqual([kind, statuses[kind as keyof typeof statuses]])
      expect(reply.body.includes('"code":"limited"')).toBe(reply.statusCode === 403)
      const restrictions = [kind === 'suspended' ? 'suspension' : kind]
      expect((await ada.call(getViewer, {})).data).toMatchObject({ restrictions })
      await limitUntil(new Date(Date.now() - 1_000).toISOString())
      expect((await ada.request('GET', '/api/tides')).statusCode).toBe(200)
      expect((await ada.call(getViewer, {})).data).not.toHaveProperty('restrictions')
    }
  },
)

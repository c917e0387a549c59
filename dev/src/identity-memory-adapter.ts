import type { Adapter, AdapterPayload } from 'oidc-provider'

interface Entry {
  payload: AdapterPayload
  expiresAt: number
}

/** Stores the state of the identity provider in memory; a restart clears it. */
export function createMemoryAdapterFactory(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()

  return (model) => {
    const buildKey = (id: string) => `${model}:${id}`

    function find(id: string): AdapterPayload | undefined {
      const entry = entries.get(buildKey(id))
      return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
    }

    function findBy(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
      for (const [key, { payload, expiresAt }] of entries) {
        if (key.startsWith(`${model}:`) && expiresAt > Date.now() && matches(payload))
          return payload
      }
      return undefined
    }

    return {
      async upsert(id, payload, expiresIn) {
        const expiresAt = expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000
        entries.set(buildKey(id), { payload, expiresAt })
      },
      async find(id) {
        return find(id)
      },
      async findByUid(uid) {
        return findBy((payload) => payload.uid === uid)
      },
      async findByUserCode(userCode) {
        return findBy((payload) => payload.userCode === userCode)
      },
      async consume(id) {
        const payload = find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(buildKey(id))
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) {
          if (payload.grantId === grantId) entries.delete(key)
        }
      },
    }
  }
}

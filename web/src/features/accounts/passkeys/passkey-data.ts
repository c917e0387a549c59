import { giveProof } from '@dolph/contract/accounts/accounts'
import {
  addPasskey,
  listPasskeys,
  type Passkey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyProof,
} from '@dolph/contract/accounts/passkeys'
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../lib/api/api.ts'
import { accountEventsQuery } from '../data.ts'
import { listSignInMethods } from '../session/sign-in-methods.ts'
import { viewerQuery } from '../session/viewer-query.ts'
import { lazyBrowserPasskeys } from './passkey-support.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await callEndpoint(listPasskeys, {}, signal)).data,
})

/** Creates a passkey in the browser and adds it; it has the name of this device until the member gives it another. */
export function useAddPasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<Passkey> => {
      const { createPasskey } = await lazyBrowserPasskeys.loadAndWait()
      const { data: options } = await callEndpoint(startPasskey, {})
      const credential = await createPasskey(options)
      return (await callEndpoint(addPasskey, { body: { credential } })).data
    },
    onSuccess: (passkey) => {
      setPasskeys(client, (passkeys) => [...passkeys, passkey])
    },
  })
}

export function useRenamePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) =>
      (await callEndpoint(renamePasskey, { params: { id }, body: { name } })).data,
    onSuccess: (renamed) => {
      client.setQueryData(passkeysQuery.queryKey, (passkeys) =>
        passkeys?.map((passkey) => (passkey._id === renamed._id ? renamed : passkey)),
      )
    },
  })
}

export function useRemovePasskey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callEndpoint(removePasskey, { params: { id } }),
    onSuccess: (_, id) => {
      setPasskeys(client, (passkeys) => passkeys.filter(({ _id }) => _id !== id))
    },
  })
}

/** Proves with a passkey that the member makes the calls of this session. */
export function useProveByPasskey() {
  return useMutation({
    mutationFn: async () => {
      const { signWithPasskey } = await lazyBrowserPasskeys.loadAndWait()
      const { data: options } = await callEndpoint(startPasskeyProof, {})
      const passkey = await signWithPasskey(options)
      await callEndpoint(giveProof, { body: { passkey } })
    },
  })
}

function setPasskeys(client: QueryClient, change: (passkeys: Passkey[]) => Passkey[]): void {
  client.setQueryData(passkeysQuery.queryKey, (passkeys) => change(passkeys ?? []))
  const hasPasskey = (client.getQueryData(passkeysQuery.queryKey)?.length ?? 0) > 0
  client.setQueryData(viewerQuery.queryKey, (viewer) => {
    if (!viewer) return viewer
    const others = listSignInMethods(viewer).filter((method) => method !== 'passkey')
    return { ...viewer, signInMethods: hasPasskey ? [...others, 'passkey' as const] : others }
  })
  void client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
  void client.invalidateQueries({ queryKey: accountEventsQuery.queryKey })
}

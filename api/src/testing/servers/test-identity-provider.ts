import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface IdTokenClaims {
  [name: string]: unknown
  iat: number
}

export type TestIdentityProvider = Awaited<ReturnType<typeof startTestIdentityProvider>>

/** An OpenID Connect provider whose ID tokens a test writes itself; it even announces `none` and HS256. */
export async function startTestIdentityProvider(clientId: string) {
  let key = generateSigningKey('first')
  let claims: object = {}
  let createIdToken: (claims: IdTokenClaims) => string | undefined = signIdToken

  function signIdToken(signedClaims: object, header: object = {}, signer = key.privateKey): string {
    return signJwt({ alg: 'RS256', kid: key.kid, ...header }, signedClaims, signer)
  }

  const server = createServer((request, response) => {
    const now = Math.floor(Date.now() / 1000)
    const idTokenClaims = { iss: issuer, aud: clientId, iat: now, exp: now + 600, ...claims }
    const replies: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => buildMetadata(issuer),
      '/jwks': () => ({ keys: [key.jwk] }),
      '/token': () => ({
        access_token: 'unused',
        token_type: 'Bearer',
        id_token: createIdToken(idTokenClaims),
      }),
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(replies[request.url ?? '']?.()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    issuer,
    signIdToken,
    /** The key that the provider publishes. */
    publicKey: () => key.publicKey,
    rotateKey: (kid: string) => (key = generateSigningKey(kid)),
    /** Sets the claims of the next ID tokens, and how they become a token. */
    answerWith(next: object, createToken: typeof createIdToken = (all) => signIdToken(all)) {
      claims = next
      createIdToken = createToken
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function signJwt(header: object, claims: object, signer: KeyObject): string {
  const signed = `${encodeJson(header)}.${encodeJson(claims)}`
  return `${signed}.${createSign('sha256').update(signed).sign(signer, 'base64url')}`
}

export function encodeJson(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function generateSigningKey(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
  return { kid, privateKey, publicKey, jwk }
}

function buildMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    code_challenge_methods_supported: ['S256'],
  }
}

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import { createInteractionMiddleware } from './identity-interactions.ts'
import { renderErrorPage } from './identity-pages.ts'
import { createGoogleAccountStore } from './identity-accounts.ts'
import { createMemoryAdapterFactory } from './identity-memory-adapter.ts'
import { PAGE_HEADERS } from './page.ts'

const LOOPBACK = '127.0.0.1'
const MINUTE = 60
const DAY = 24 * 60 * MINUTE

interface Options {
  /** 0 means any free port. */
  port: number
  clientId: string
  clientSecret: string
  redirectUris: string[]
}

/** A substitute for Google: OpenID Connect with a list of accounts in place of a password. */
export async function startIdentityProvider(options: Options) {
  const accounts = createGoogleAccountStore()
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, LOOPBACK, resolve)
  })
  // The server listens before the provider is created, because the issuer URL contains the port.
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The identity provider is not listening on a port')
  const issuer = `http://${LOOPBACK}:${address.port}`

  const provider = new Provider(issuer, {
    ...buildProviderConfiguration(options),
    findAccount: (_context, sub) => {
      const account = accounts.find(sub)
      return account && { accountId: sub, claims: async () => ({ ...account }) }
    },
  })
  provider.use(createInteractionMiddleware(provider, accounts))
  const handleRequest = provider.callback()
  server.on('request', (request, response) => void handleRequest(request, response))

  return {
    issuer,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function buildProviderConfiguration({
  clientId,
  clientSecret,
  redirectUris,
}: Options): Configuration {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)

  return {
    adapter: createMemoryAdapterFactory(),
    jwks: { keys: [generateSigningKey()] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    scopes: ['openid', 'email', 'profile'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    // The ID token itself contains the claims, like Google's.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    interactions: { policy: prompts, url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    clientBasedCORS: () => false,
    ttl: {
      AccessToken: 60 * MINUTE,
      AuthorizationCode: MINUTE,
      Grant: DAY,
      IdToken: 60 * MINUTE,
      Interaction: 60 * MINUTE,
      Session: DAY,
    },
    renderError(context, { error, error_description: details }) {
      context.set(PAGE_HEADERS)
      context.body = renderErrorPage(error, details ?? '')
    },
  }
}

function generateSigningKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(8).toString('hex'),
    alg: 'RS256',
    use: 'sig',
  }
}

import { z } from 'zod/mini'

/** Where the web app reports that it failed; see `ClientReport`. */
export const CLIENT_REPORTS_URL = '/api/reports/client'

/**
 * What failed in a browser, and nothing else: no text, no address, no member. `chunk`: a part of the app could not be
 * loaded; `script`: an error of the app; `socket`: the socket cannot be opened; `hydrate`: the server's HTML was not what the app renders.
 */
export const ClientErrorKind = z.enum(['chunk', 'script', 'socket', 'hydrate'])
export type ClientErrorKind = z.infer<typeof ClientErrorKind>

/** `release` is the path of the script that reports, whose name changes with each build. */
export const ClientReport = z.object({
  kind: ClientErrorKind,
  release: z.string().check(z.maxLength(100)),
})
export type ClientReport = z.infer<typeof ClientReport>

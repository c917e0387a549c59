const TOO_MANY_REQUESTS = 429
const FIRST_SERVER_ERROR = 500

interface PageSources {
  /** Rejects if the page does not come in time. */
  fetchPage: () => Promise<Response>
  readShell: () => Promise<Response | undefined>
}

/**
 * Answers a navigation from the network, and with the stored shell if no page comes or the server cannot send one now: the shell
 * requests its data again, and offers to try again, which an error in place of the document does not.
 */
export async function respondToNavigation({
  fetchPage,
  readShell,
}: PageSources): Promise<Response> {
  const page = await fetchPage().catch(() => undefined)
  if (page && !isTemporaryRefusal(page)) return page
  return (await readShell()) ?? page ?? Response.error()
}

function isTemporaryRefusal({ status }: Response): boolean {
  return status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR
}

/** The page that welcomes a member whose request was accepted, or who accepted an invitation. */
export function buildWelcomePath(requestId: string): string {
  return `/join-requests/${requestId}/welcome`
}

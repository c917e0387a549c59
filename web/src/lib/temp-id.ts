/** The idempotency key of something that is about to be created. */
export function createTempId(): string {
  return `temp-${crypto.randomUUID()}`
}

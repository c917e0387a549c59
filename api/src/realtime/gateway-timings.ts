/** How long the gateway waits for what. */
export const GATEWAY_TIMINGS = {
  /** For `auth`, after the socket has opened. */
  authTimeoutMs: 10_000,
  pingIntervalMs: 25_000,
  pongTimeoutMs: 10_000,
  /** For somebody who does not read what they are sent. */
  stallTimeoutMs: 10_000,
  timeoutCheckIntervalMs: 1_000,
  /** Between two looks whether the sessions of all sockets still hold. */
  sessionCheckIntervalMs: 10_000,
  /** Between two looks for messages that nobody published; sooner while Redis is away. */
  pollIntervalMs: 2_000,
  pollIntervalWithoutRedisMs: 500,
  /** After the last socket of a member has gone, until they are said to be offline. */
  offlineDelayMs: 5_000,
  presenceIntervalMs: 1_000,
}
export type GatewayTimings = typeof GATEWAY_TIMINGS

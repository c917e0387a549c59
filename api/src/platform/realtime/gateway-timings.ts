/** The timeouts and intervals of the gateway. */
export const GATEWAY_TIMINGS = {
  /** From the opening of a socket to its `auth` event. */
  authTimeoutMs: 10_000,
  pingIntervalMs: 25_000,
  pongTimeoutMs: 10_000,
  /** For a client that does not read what it is sent. */
  stallTimeoutMs: 10_000,
  timeoutCheckIntervalMs: 1_000,
  /** Between two checks whether the sessions of all sockets are still valid. */
  sessionCheckIntervalMs: 10_000,
  /** Between two polls for messages whose event was lost; shorter while Redis is unavailable. */
  pollIntervalMs: 2_000,
  pollIntervalWithoutRedisMs: 500,
  /** From the close of a member's last socket to the announcement that the member is offline. */
  offlineDelayMs: 5_000,
  presenceIntervalMs: 1_000,
}
export type GatewayTimings = typeof GATEWAY_TIMINGS

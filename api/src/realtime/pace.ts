/** How long the gateway waits for what. */
export const PACE = {
  /** For `auth`, after the socket has opened. */
  authMs: 10_000,
  pingMs: 25_000,
  pongMs: 10_000,
  /** For somebody who does not read what they are sent. */
  stallMs: 10_000,
  sweepMs: 1_000,
  /** Between two looks whether the sessions of all sockets still hold. */
  recheckMs: 10_000,
  /** Between two looks for messages that nobody published; sooner while Redis is away. */
  tailMs: 2_000,
  tailAloneMs: 500,
  /** After the last socket of a member has gone, until they are said to be offline. */
  offlineMs: 5_000,
  presenceMs: 1_000,
}
export type Pace = typeof PACE

/** Every part of the served world has a port of its own, counted from the first. */
const FIRST = Number(process.env['E2E_PORT'] ?? 4173)

export const PORTS = {
  app: FIRST,
  kit: FIRST + 1,
  smtp: FIRST + 2,
  mailbox: FIRST + 3,
  identity: FIRST + 4,
}
export const ORIGIN = `http://localhost:${PORTS.app}`

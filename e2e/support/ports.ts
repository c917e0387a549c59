/** Each server of a test run has its own port, counted from the first. */
const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 4173)

export const PORTS = {
  app: FIRST_PORT,
  kit: FIRST_PORT + 1,
  smtp: FIRST_PORT + 2,
  mailbox: FIRST_PORT + 3,
  identity: FIRST_PORT + 4,
  github: FIRST_PORT + 5,
}
export const ORIGIN = `http://localhost:${PORTS.app}`

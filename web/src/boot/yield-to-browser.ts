/**
 * Lets the browser handle input and paint before the caller goes on. By a message, because the timers of a hidden tab wait for up
 * to a second.
 */
export function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const onMessage = () => {
      port1.close()
      resolve()
    }
    port1.addEventListener('message', onMessage, { once: true })
    port1.start()
    port2.postMessage(null)
  })
}

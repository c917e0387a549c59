// Preloaded into a measured server: SIGUSR2 triggers a garbage collection.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
})

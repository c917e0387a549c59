import { watchDeviceSleep } from './device-sleep.ts'

interface PageListeners {
  onWake: () => void
  onOnline: () => void
  onOffline: () => void
  onVisible: () => void
}

export function watchPageEvents({
  onWake,
  onOnline,
  onOffline,
  onVisible,
}: PageListeners): () => void {
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') onVisible()
  }
  const stopWatchingSleep = watchDeviceSleep(onWake)
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisibilityChange)
  return () => {
    stopWatchingSleep()
    window.removeEventListener('online', onOnline)
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}

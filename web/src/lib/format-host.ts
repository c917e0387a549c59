/** The host of an address as people say it: without `www.`. */
export function formatHost(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') ?? ''
}

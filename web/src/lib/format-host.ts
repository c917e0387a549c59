/** The host of a URL without `www.`. */
export function formatHost(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') ?? ''
}

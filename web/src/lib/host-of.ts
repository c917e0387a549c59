/** The host of an address as people say it: without `www.`. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') ?? ''
}

/** The viewer's time zone as an IANA name; undefined if the browser does not know it. */
export function getTimeZone(): string | undefined {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone
  return name === 'Etc/Unknown' ? undefined : name
}

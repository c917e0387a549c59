/** Where the viewer's day begins, as an IANA name; nothing where the browser does not know. */
export function getTimeZone(): string | undefined {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone
  return name === 'Etc/Unknown' ? undefined : name
}

/** The city of an IANA time zone: 'Europe/Berlin' is 'Berlin'. */
export function getZoneCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

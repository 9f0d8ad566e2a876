/**
 * Returns a function that returns the parts of a local time, by name. Caches one formatter per zone, because creating a formatter is
 * slow.
 */
export function zoneParts(locale: string, options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at: Date | number, zone: string): ReadonlyMap<string, string> => {
    const format =
      formats.get(zone) ?? new Intl.DateTimeFormat(locale, { timeZone: zone, hourCycle: 'h23', ...options });
    formats.set(zone, format);
    return new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  };
}

/** The portico of the console's logo: the `d` of an SVG path in a square of 32. */
export const LOGO_PATH =
  'M16 6.2 26 12v2H6v-2l10-5.8ZM8.5 16h3v6.5h-3V16Zm6 0h3v6.5h-3V16Zm6 0h3v6.5h-3V16ZM6.5 24h19v2h-19v-2Z';

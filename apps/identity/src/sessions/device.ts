import type { IncomingMessage } from 'node:http';
import { CLIENT_ADDRESS, networkOf } from '@portico/service';

/** Names of browsers by pattern. The first match wins, because many browsers also name the browsers that they derive from. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** The name of a device from a fixed list of words. Text of the User-Agent header is never shown. */
export function deviceOf(userAgent = ''): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (browser === undefined) return system ?? 'Unknown device';
  return system === undefined ? browser : `${browser} on ${system}`;
}

export type Device = { device: string; address: string };

export function deviceOfRequest({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): Device {
  const address = [headers[CLIENT_ADDRESS]].flat()[0] ?? socket.remoteAddress ?? '';
  return { device: deviceOf(headers['user-agent']), address: networkOf(address) ?? '' };
}

import { describe, expect, it } from '@jest/globals';
import { readSettings } from './settings.ts';

const page = (apiUrl: string) =>
  new DOMParser().parseFromString(`<meta name="portico:api-url" content="${apiUrl}" />`, 'text/html');

describe('readSettings', () => {
  // spec: 7.1
  it.each([
    ['http://localhost:4001', 'localhost', 'http://localhost:4001'],
    ['', 'localhost', 'http://localhost:3001'],
    ['', 'console.acme.test', 'https://api.console.acme.test'],
  ])('derives, from the meta tag %j and the host %s, the API URL %s', (metaContent, hostname, apiUrl) =>
    expect(readSettings(page(metaContent), hostname).apiUrl).toBe(apiUrl),
  );
});

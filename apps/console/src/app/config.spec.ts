import { beforeEach, describe, expect, it } from '@jest/globals';
import { CONFIG } from '../testing/fixtures.ts';
import { createServices } from './services.ts';

const SETTINGS = { apiUrl: 'http://api.test', tokenKey: 'token', userKey: 'user' };
let requests: string[];

beforeEach(() => {
  localStorage.clear();
  requests = [];
  globalThis.fetch = async (address) => {
    requests.push(typeof address === 'string' ? address : '');
    return Response.json(CONFIG);
  };
});

describe('the configuration', () => {
  // spec: 7.19
  it('is requested once and cached for the next page load, even while the API is unreachable', async () => {
    const { config } = createServices(SETTINGS);
    expect(await config.load()).toEqual(CONFIG);
    expect(await config.load()).toEqual(CONFIG);
    expect(requests).toEqual(['http://api.test/config']);
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(createServices(SETTINGS).config.current()).toEqual(CONFIG);
  });
});

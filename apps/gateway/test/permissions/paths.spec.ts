import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError, createApiClient } from '@portico/api-client';
import { hasDotSegment } from '@portico/contracts/common/dot-segments';
import fc from 'fast-check';
import { endpoints, HOSTILE_VALUES, paramsOf } from './endpoints.ts';

const realFetch = globalThis.fetch;
const network = jest.fn<typeof fetch>();
beforeEach(() => {
  globalThis.fetch = network;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const withParams = (await endpoints()).filter(([, endpoint]) => paramsOf(endpoint).length > 0);

describe('a path parameter that a URL parser could resolve', () => {
  it.each(withParams)('is refused by the contract and by the client: %s', async (_, endpoint) => {
    const client = createApiClient({ baseUrl: 'http://api.test', token: () => null });
    for (const name of paramsOf(endpoint)) {
      for (const value of HOSTILE_VALUES) {
        const params = { ...Object.fromEntries(paramsOf(endpoint).map((other) => [other, '1'])), [name]: value };
        const issues = endpoint.params?.safeParse(params).error?.issues ?? [];
        expect([value, issues.map(({ path }) => path[0])]).toEqual([value, expect.arrayContaining([name])]);
        await expect(client.call(endpoint, { params } as never)).rejects.toBeInstanceOf(ApiError);
      }
    }
    expect(network).not.toHaveBeenCalled();
  });

  it('contains a dot segment: a URL parser leaves every other value unchanged, encoded or not', () => {
    const part = fc.constantFrom('.', '..', '/', '\\', '%2e', '%2E', '%2f', '%5C', '\t', '\n', '%09', 'a', '%25', ' ');
    const value = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    const segmentsOf = (path: string): number => path.split(/[/\\]/).length;
    fc.assert(
      fc.property(value, (text) => {
        fc.pre(!hasDotSegment(text));
        for (const sent of [encodeURIComponent(text), text, decodeURIComponent(text)]) {
          const { pathname } = new URL(`http://api.test/a/b/${sent}/c`);
          expect(pathname.startsWith('/a/b/')).toBe(true);
          expect([sent, segmentsOf(pathname)]).toEqual([sent, segmentsOf(`/a/b/${sent}/c`)]);
        }
      }),
      { numRuns: 1_000 },
    );
    for (const name of ['payrun.completed', '...', 'a..b', '..a', 'a/b ü?#%', '.well-known', '%2e.x', '50%'])
      expect([name, hasDotSegment(name)]).toEqual([name, false]);
  });
});

import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listEvents } from '@portico/contracts/http/events';
import { exportEvents } from '@portico/contracts/http/event-export';
import { exchangeToken, getConfig, signUp } from '@portico/contracts/http/identity';
import { deleteIntegration } from '@portico/contracts/http/integrations';
import { listOrganizations } from '@portico/contracts/http/orgs';
import fc from 'fast-check';
import { createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { errorText } from './error-text.ts';

const CONFIG = {
  identityProvider: null,
  productName: 'Acme',
  supportEmail: 'help@acme.test',
  approvalFlow: true,
  recaptcha: null,
};
const json = (body: unknown, status = 200) => Response.json(body, { status });
const network = jest.fn<typeof fetch>();
const realFetch = globalThis.fetch;

const sent = (call = 0) => {
  const [address, init] = network.mock.calls[call] ?? [];
  return {
    url: new URL(typeof address === 'string' ? address : 'about:blank'),
    init,
    headers: new Headers(init?.headers),
  };
};
const client = (onUnauthenticated?: (refused: string) => Promise<string | null>) =>
  createApiClient({
    baseUrl: 'http://api.test/',
    token: () => 'first',
    ...(onUnauthenticated && { onUnauthenticated }),
  });
const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof ApiError)) throw new Error(`not an ApiError: ${String(failure)}`);
  return failure;
};

beforeEach(() => {
  network.mockReset();
  globalThis.fetch = network;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe('a call', () => {
  // spec: 7.2, 7.18
  it('puts the query into the URL, without empty values except `search`, and sends the token', async () => {
    network.mockResolvedValue(
      json({ data: [], count: 0, countIsExact: true, integrations: [], integrationCount: 0, cursor: '0:7' }),
    );
    const list = await client().call(listEvents, {
      query: { query: 'a&b', limit: 10, integration: '', organizations: [1, 2] },
    });
    expect(list.cursor).toBe('0:7');
    expect(sent().url.pathname).toBe('/events');
    expect(Object.fromEntries(sent().url.searchParams)).toEqual({ query: 'a&b', limit: '10', organizations: '1,2' });
    expect(sent().headers.get('authorization')).toBe('Bearer first');
    network.mockResolvedValue(json({ data: [], count: 0 }));
    await client().call(listOrganizations, { query: { search: '', limit: 10 } });
    expect(sent(1).url.search).toBe('?search=&limit=10');
  });

  it("sends the call's own headers", async () => {
    const receipt = { name: 'Vera', email: 'vera@acme.test', usertype: 'LEAD' };
    network.mockResolvedValue(json(receipt, 201));
    const body = { name: 'Vera', email: 'vera@acme.test', usertype: 'lead' };
    expect(await client().call(signUp, { headers: { 'x-recaptcha-proof': 'a proof' }, body })).toEqual(receipt);
    expect(sent().headers.get('x-recaptcha-proof')).toBe('a proof');
  });

  it('fills path parameters and accepts an empty response', async () => {
    network.mockResolvedValue(new Response(null, { status: 204 }));
    await expect(client().call(deleteIntegration, { params: { id: 5 } })).resolves.toBeUndefined();
    expect(sent().url.pathname).toBe('/integrations/5');
    expect(sent().init?.method).toBe('DELETE');
  });

  it('sends a body as JSON', async () => {
    network.mockResolvedValue(json({}, 400));
    await failureOf(client().call(exchangeToken, { body: { token: 't', email: 'a@b.test' } }));
    expect(sent().headers.get('content-type')).toBe('application/json');
    expect(sent().init?.body).toBe('{"token":"t","email":"a@b.test"}');
  });
});

describe('a call that returns a file', () => {
  it('returns the response unparsed, also after a token refresh', async () => {
    network.mockResolvedValueOnce(json({}, 401)).mockResolvedValueOnce(new Response('id\r\n1\r\n'));
    const answer = await client(async () => 'second').stream(exportEvents, { query: { format: 'csv' } });
    expect(await answer.text()).toBe('id\r\n1\r\n');
    expect(sent(1).url.href).toBe('http://api.test/events/export?format=csv');
    expect(sent(1).headers.get('authorization')).toBe('Bearer second');
    expect(sent(1).init?.signal).toBeNull();
  });

  it('throws an ApiError when the request is rejected', async () => {
    network.mockResolvedValue(json({}, 403));
    expect((await failureOf(client().stream(exportEvents))).code).toBe('forbidden');
  });
});

describe('a failed call', () => {
  it("throws an ApiError with the server's problem details", async () => {
    const problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'already_exists',
      message: 'It exists',
    };
    network.mockResolvedValue(json(problem, 409));
    expect((await failureOf(client().call(getConfig))).problem).toEqual(problem);
  });

  it.each([
    [502, 'unavailable'],
    [403, 'forbidden'],
    [500, 'internal'],
  ])('keeps the status %d when the body is not a problem document', async (status, code) => {
    network.mockResolvedValue(new Response('<h1>Oops</h1>', { status }));
    expect(await failureOf(client().call(getConfig))).toMatchObject({ status, code });
  });

  // spec: 8.1
  it('shows the message of any JSON body, with or without a code, at any status', async () => {
    const text = fc.string({ minLength: 1 });
    const message = fc.oneof(text, fc.array(text, { minLength: 1 }));
    const status = fc.integer({ min: 400, max: 599 });
    const more = fc.constantFrom(
      {},
      { code: 'validation_failed' },
      { code: 'another' },
      { code: 7 },
      { statusCode: 400 },
    );
    await fc.assert(
      fc.asyncProperty(message, status, more, async (reply, code, rest) => {
        network.mockResolvedValue(json({ ...rest, message: reply }, code));
        const error = await failureOf(client().call(getConfig));
        expect(errorText(error)).toBe([reply].flat().join('. '));
        expect(error.status).toBe(code);
      }),
    );
  });

  // spec: D.95
  it.each([[{}], [{ message: 42 }], [{ message: [1] }], [{ message: [] }], ['text'], [null], [[]]])(
    'reports an unknown error when the body %j has no text',
    async (body) => {
      network.mockResolvedValue(json(body, 400));
      expect(errorText(await failureOf(client().call(getConfig)))).toBe('An unknown error occurred');
    },
  );

  // spec: D.95
  it("uses the client's own message when the server is unreachable", async () => {
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    const text = 'The server cannot be reached. Check your connection and try again.';
    expect(errorText(await failureOf(client().call(getConfig)))).toBe(text);
  });

  it('reports the code `internal` when the response does not match the contract', async () => {
    network.mockResolvedValue(json({ productName: 1 }));
    expect((await failureOf(client().call(getConfig))).code).toBe('internal');
  });

  it('reports the code `unavailable` when no response arrives', async () => {
    network.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failureOf(client().call(getConfig))).toMatchObject({ code: 'unavailable', status: 0 });
  });

  it("throws the caller's AbortError when the caller aborted the request", async () => {
    const abort = new AbortController();
    network.mockImplementation(async (_, init) => {
      abort.abort();
      init?.signal?.throwIfAborted();
      return json(CONFIG);
    });
    await expect(client().call(getConfig, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a call that receives a 401', () => {
  it('refreshes the token and retries once', async () => {
    network.mockResolvedValueOnce(json({}, 401)).mockResolvedValueOnce(json(CONFIG));
    const renew = jest.fn(async (_refused: string) => 'second');
    await expect(client(renew).call(getConfig)).resolves.toEqual(CONFIG);
    expect(renew).toHaveBeenCalledWith('first');
    expect(sent(1).headers.get('authorization')).toBe('Bearer second');
  });

  it('does not retry a second time', async () => {
    network.mockImplementation(async () => json({}, 401));
    expect((await failureOf(client(async () => 'second').call(getConfig))).code).toBe('unauthenticated');
    expect(network).toHaveBeenCalledTimes(2);
  });

  it('fails without a retry when the refresh returns no token', async () => {
    network.mockImplementation(async () => json({}, 401));
    expect((await failureOf(client(async () => null).call(getConfig))).code).toBe('unauthenticated');
    expect(network).toHaveBeenCalledTimes(1);
  });
});

/** A response. `body`: parsed JSON, otherwise text; null if empty. */
export type Answer = { status: number; headers: Headers; body: unknown };
export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Returns a client of a service that sends and receives JSON, with an optional token. */
export const caller =
  (baseUrl: string, token?: string): Call =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
    const content: unknown = isJson && text !== '' ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: content === '' ? null : content };
  };

/** Returns the body of the response. @throws unless the status is 200. */
export async function read<Body>(call: Call, path: string): Promise<Body> {
  const { status, body } = await call('GET', path);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

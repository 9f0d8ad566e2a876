export type Answer = (url: URL, request: RequestInit) => unknown;

/**
 * Fakes `fetch` with a body or a Response per `METHOD /path`; any other request gets a 404. Calls `noted` with the method, path and query
 * of each request.
 */
export const fakeNetwork =
  (answerOf: (name: string) => Answer | undefined, noted: (call: string) => void = () => undefined): typeof fetch =>
  async (address, request = {}) => {
    const url = new URL(address instanceof Request ? address.url : address);
    const method = request.method ?? 'GET';
    noted(`${method} ${url.pathname}${url.search}`);
    // Ignores a trailing slash of the path, as the services do.
    const name = `${method} ${url.pathname.replace(/(?<=.)\/$/, '')}`;
    const answer = (await answerOf(name)?.(url, request)) ?? new Response(null, { status: 404 });
    return answer instanceof Response ? answer : Response.json(answer);
  };

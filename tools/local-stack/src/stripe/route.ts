import type { Parameters } from './parameters.ts';

/** One call that the stand-in answers. `{id}` in the path is handed on as `id`. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** Names of parameters that it takes; any other is refused. */
  parameters: readonly string[];
  /** Answers what is sent as JSON, with references as ids: `expand` is followed by whoever calls. */
  answer: (call: { id: string; parameters: Parameters }) => object;
};

/** The route of a request, and the id in its path. */
export const findRoute = (
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } | undefined => {
  for (const route of routes) {
    const [before = '', after] = route.path.split('{id}');
    if (route.method !== method || !path.startsWith(before)) continue;
    if (after === undefined ? path === before : path.endsWith(after)) {
      const id = after === undefined ? '' : path.slice(before.length, path.length - after.length);
      if (after === undefined || /^[\w-]+$/.test(id)) return { route, id };
    }
  }
  return undefined;
};

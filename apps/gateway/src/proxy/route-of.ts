import { calls } from '../documents/openapi.ts';

type Route = { path: string; segments: string[] };

const segmentsOf = (path: string): string[] => path.toLowerCase().split('/').filter(Boolean);
const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Routes by method and number of segments. Within a group, routes with fewer parameters come first. */
const ROUTES: ReadonlyMap<string, readonly Route[]> = Map.groupBy(
  [...new Set(calls()), 'GET /openapi.json', 'GET /asyncapi.yaml', 'GET /schemas/integration-event.json']
    .map((call): Route & { key: string } => {
      const [method = '', path = ''] = call.split(' ');
      const segments = segmentsOf(path);
      return { path, segments, key: `${method} ${segments.length}` };
    })
    .toSorted((one, other) => one.segments.filter(isParameter).length - other.segments.filter(isParameter).length),
  ({ key }) => key,
);

/** The contract's route of a request, such as `/users/{id}` for `/users/7`. Returns '' for an unknown route. */
export function routeOf(method: string, url: string): string {
  const segments = segmentsOf(url.split('?')[0] ?? '/');
  const routes = ROUTES.get(`${method === 'HEAD' ? 'GET' : method} ${segments.length}`) ?? [];
  const found = routes.find((route) =>
    route.segments.every((part, index) => isParameter(part) || part === segments[index]),
  );
  return found?.path ?? '';
}

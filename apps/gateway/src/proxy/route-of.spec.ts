import { expect, it } from '@jest/globals';
import { routeOf } from './route-of.ts';

it.each([
  ['GET', '/users/7', '/users/{id}'],
  ['GET', '/users/organizations?limit=1', '/users/organizations'],
  ['HEAD', '/Organizations/', '/organizations'],
  ['GET', '/openapi.json', '/openapi.json'],
  ['GET', '/etc/passwd', ''],
  ['TRACE', '/users/7', ''],
])('the gateway measures %s %s as the route "%s"', (method, url, route) => {
  expect(routeOf(method, url)).toBe(route);
});

import { describe, expect, it } from '@jest/globals';
import { LETTER_SERVICES } from '@portico/contracts/http/dead-letters';
import { endpoints } from '../../test/permissions/endpoints.ts';
import { serviceOf } from '../proxy/routes.ts';
import { openApi } from './openapi.ts';

type Operation = {
  operationId: string;
  parameters: { name: string; in: string; required: boolean }[];
  responses: object;
};
const paths = openApi()['paths'] as Record<string, Record<string, Operation>>;
const operations = Object.values(paths).flatMap((path) => Object.values(path));

describe('the OpenAPI document', () => {
  it('lists every endpoint of the contracts once', async () => {
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const contracts = (await endpoints()).map(([, { method, path }]) => `${method} ${path}`);
    expect(listed.toSorted()).toEqual([...new Set(contracts)].toSorted());
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('lists only paths that the gateway routes', () => {
    // The gateway routes dead letters by the service's name in the path.
    for (const path of Object.keys(paths).flatMap((one) =>
      LETTER_SERVICES.map((name) => one.replace('{service}', name)),
    ))
      expect([path, serviceOf(path)]).not.toEqual([path, null]);
  });

  it('describes alternative bodies as one endpoint', () => {
    const create = paths['/users']?.['post'];
    expect(create).toMatchObject({
      operationId: 'createUser',
      parameters: [{ name: 'x-recaptcha-proof', in: 'header', required: false }],
      requestBody: { content: { 'application/json': { schema: { anyOf: expect.any(Array) } } } },
    });
  });

  it('describes a file response as a file', () => {
    expect(paths['/files/vendors']?.['get']?.responses).toMatchObject({ 200: { content: { 'text/csv': {} } } });
    expect(paths['/events/export']?.['get']?.responses).toMatchObject({
      200: { content: { 'text/csv': {}, 'application/x-ndjson': {} } },
    });
  });

  it('describes parameters, response and problems of an endpoint', () => {
    const list = paths['/events']?.['get'];
    expect(list?.parameters).toContainEqual(expect.objectContaining({ name: 'status', in: 'query', required: false }));
    expect(paths['/users/{id}']?.['get']?.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
    expect(Object.keys(paths['/users/{id}']?.['delete']?.responses ?? {})).toEqual(['204', 'default']);
  });
});

import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { lightExport } from './light-contracts.ts';

const HTTP = new URL('../../../libs/contracts/src/http/', import.meta.url);
/** Kinds of schema that answer something else than they were given. */
const CHANGING = ['transform', 'pipe', 'default', 'prefault', 'catch', 'success', 'promise'];

type Parts = { type: string; coerce?: boolean } & Record<string, unknown>;

/** Every schema inside a schema, itself included. */
const schemasIn = (value: unknown, seen = new Set<object>()): Parts[] => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if ('_zod' in value) {
    const { def } = Reflect.get(value, '_zod') as { def: Parts };
    return [def, ...Object.values(def).flatMap((part) => schemasIn(part, seen))];
  }
  return Object.values(value).flatMap((part) => schemasIn(part, seen));
};

const endpoints = await Promise.all(
  readdirSync(HTTP)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map(async (file): Promise<[string, { response: z.ZodType }][]> =>
      Object.entries<unknown>(await import(new URL(file, HTTP).pathname)).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null && 'path' in value && 'response' in value
          ? [[name, value as { response: z.ZodType }]]
          : [],
      ),
    ),
);

describe('answers are taken as they come, because', () => {
  it.each(endpoints.flat())('the schema of what %s answers checks, and changes nothing', (_, { response }) => {
    const changing = schemasIn(response).filter(({ type, coerce }) => CHANGING.includes(type) || coerce === true);
    expect(changing.map(({ type }) => type)).toEqual([]);
  });
});

describe('an export of a contract', () => {
  it.each<[string, unknown, string | null]>([
    ['a number', 10, 'export const it = 10;'],
    ['a list', ['SUCCESS', 'FAILURE'], 'export const it = ["SUCCESS","FAILURE"];'],
    ['a table', { admin: ['ADMIN'] }, 'export const it = {"admin":["ADMIN"]};'],
    ['a function', () => 1, null],
    ['a schema', { _zod: {} }, null],
    ['a table with a schema', { user: { _zod: {} } }, null],
    [
      'an endpoint',
      { method: 'GET', path: '/users', summary: 'Users', response: { _zod: {} } },
      'export const it = { method: "GET", path: "/users", response: AS_IS };',
    ],
  ])('that is %s', (_, value, expected) => expect(lightExport('it', value)).toBe(expected));
});

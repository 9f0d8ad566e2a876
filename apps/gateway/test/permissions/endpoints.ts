import { readdirSync } from 'node:fs';
import { type Endpoint, isEndpoint } from '@portico/contracts/http/endpoint';

const CONTRACTS = new URL('../../../../libs/contracts/src/http/', import.meta.url);

/** Every endpoint in the contracts by name. */
export const endpoints = async (): Promise<[name: string, endpoint: Endpoint][]> => {
  const files = readdirSync(CONTRACTS).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  const modules = await Promise.all(files.map((name) => import(new URL(name, CONTRACTS).href)));
  return modules.flatMap((contracts: object) =>
    Object.entries(contracts).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])),
  );
};

/** The names of an endpoint's path parameters. */
export const paramsOf = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Values that a URL parser or proxy could resolve to another path. */
export const HOSTILE_VALUES = [
  '.',
  '..',
  '%2e%2E',
  '.%2e',
  '%252e%252e',
  '.\t.',
  '\n..',
  '..\r',
  '%09.%0A.',
  ' .. ',
  '../5',
  String.raw`..\5`,
  '5/..',
  'a/../../5',
  '..%2f5',
  '%2e%2e%5c5',
  'a%252F%252E%252E',
];

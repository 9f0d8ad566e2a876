import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Stripe } from 'stripe';

/** One SDK call in the service's code, and its HTTP request. */
export type Described = {
  /** As written in the code, e.g. `checkout.sessions.create`. */
  name: string;
  method: string;
  /** Matches the whole path. */
  path: RegExp;
  /** TypeScript source of the parameters' type. */
  type: string;
};

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
/** Name prefix of SDK calls that send no request. */
const LOCAL = 'webhooks.';
const ID = 'the_id';

/** The names of all SDK calls in the service's code. */
export function callsInCode(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const code = files.map((name) => readFileSync(`${SOURCE}${name}`, 'utf8')).join('\n');
  const names = [...code.matchAll(/\bstripe\.((?:\w+\.)+\w+)\(/g)].map(([, name]) => name ?? '');
  return [...new Set(names)].filter((name) => !name.startsWith(LOCAL)).toSorted((a, b) => a.localeCompare(b));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Determines the request and the parameters' type of a call from the SDK, whose calls take ids, then parameters, then options.
 * @throws if the SDK has no such call.
 */
export async function describeCall(name: string): Promise<Described> {
  let seen: { method: string; path: string } | undefined;
  const client = Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) => {
    seen = { method: init?.method ?? '', path: new URL(url instanceof Request ? url.url : url).pathname };
    return Promise.resolve(Response.json({ id: ID, object: 'list', data: [] }));
  });
  const stripe = new Stripe('sk_test_x', { httpClient: client, maxNetworkRetries: 0, telemetry: false });
  const parts = name.split('.');
  let holder: unknown = stripe;
  for (const part of parts.slice(0, -1)) holder = isObject(holder) ? holder[part] : undefined;
  const call = isObject(holder) ? holder[parts.at(-1) ?? ''] : undefined;
  if (typeof call !== 'function') throw new Error(`the SDK has no call ${name}`);
  const ids = call.length - 2;
  await call.apply(
    holder,
    Array.from({ length: ids }, () => ID),
  );
  if (!seen) throw new Error(`the SDK sends nothing for ${name}`);
  const pattern = seen.path
    .split('/')
    .map((part) => (part === ID ? String.raw`[\w-]+` : part.replaceAll('.', String.raw`\.`)));
  return {
    name,
    method: seen.method,
    path: new RegExp(`^${pattern.join('/')}$`),
    type: `Parameters<Stripe${parts.map((part) => `['${part}']`).join('')}>[${ids}]`,
  };
}

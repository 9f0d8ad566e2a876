import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Stripe } from 'stripe';

/** One call of the SDK that the service makes, and how it looks on the wire. */
export type Described = {
  /** As written in the code, e.g. `checkout.sessions.create`. */
  name: string;
  method: string;
  /** Of the whole path. */
  path: RegExp;
  /** TypeScript of the type of its parameters. */
  type: string;
};

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
/** Local: no call of the API. */
const LOCAL = 'webhooks.';
const ID = 'the_id';

/** Every call of the SDK in the service's code, by its name. */
export function callsInCode(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const code = files.map((name) => readFileSync(`${SOURCE}${name}`, 'utf8')).join('\n');
  const names = [...code.matchAll(/\bstripe\.((?:\w+\.)+\w+)\(/g)].map(([, name]) => name ?? '');
  return [...new Set(names)].filter((name) => !name.startsWith(LOCAL)).toSorted((a, b) => a.localeCompare(b));
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Reads from the SDK which request a call is, and the type of its parameters: they come after
 * the ids, the options last.
 * @throws when the SDK has no such call.
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

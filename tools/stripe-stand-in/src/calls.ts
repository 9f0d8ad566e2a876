import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Account } from './account.ts';
import { complete, isObject } from './complete.ts';
import { StripeFault } from './fault.ts';
import { readForm } from './form.ts';
import { findRoute, type Route } from './route.ts';

type Found = object | undefined;

/** Replaces the reference at `path` in `value` by the object that `find` returns for its id. In a list, expands each element. */
const expandPath = (value: unknown, path: readonly string[], find: (id: string) => Found, whole: string): unknown => {
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? (find(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((row: unknown) => expandPath(row, path, find, whole));
  const holder = typeof value === 'string' ? find(value) : value;
  if (!isObject(holder) || !(name in holder)) {
    if (holder === null) return null;
    throw new StripeFault(400, `This property cannot be expanded (${whole}).`, { param: 'expand' });
  }
  return { ...holder, [name]: expandPath(holder[name], rest, find, whole) };
};

/** @param paths of Stripe's `expand`, e.g. `data.default_price`. @throws StripeFault for an invalid path. */
const expand = (answer: unknown, paths: readonly string[], find: (id: string) => Found): unknown =>
  paths.reduce((expanded, path) => expandPath(expanded, path.split('.'), find, path), answer);

type Answer = { status: number; body: unknown; isReplayed?: boolean };

const isKey = (request: IncomingMessage, secretKey: string): boolean => {
  const expected = Buffer.from(`Bearer ${secretKey}`);
  const given = Buffer.from(request.headers.authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

const answerOnce = (account: Account, routes: readonly Route[], method: string, url: URL, sent: string): Answer => {
  const found = findRoute(routes, method, url.pathname);
  if (!found) {
    throw new StripeFault(
      404,
      `Unrecognized request URL (${method}: ${url.pathname}); the local Stripe does not know it.`,
    );
  }
  const form = readForm(method === 'POST' ? new URLSearchParams(sent) : url.searchParams);
  const { body, expand: paths } = found.route.answer(found.id, form);
  return { status: 200, body: complete(account, expand(body, paths, account.find)) };
};

const refused = (error: unknown): Answer => {
  const fault = error instanceof StripeFault ? error : new StripeFault(500, String(error), { type: 'api_error' });
  return { status: fault.status, body: fault.toBody() };
};

/**
 * Returns the stored response if an equal call used this key, or undefined for a new key. @throws StripeFault if a different call used it.
 */
const replay = (account: Account, key: string, request: string): Answer | undefined => {
  const before = account.answered.get(key);
  if (!before) return undefined;
  if (before.request !== request) {
    throw new StripeFault(
      400,
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  return { status: before.status, body: before.body, isReplayed: true };
};

export const answerCall = (
  account: Account,
  routes: readonly Route[],
  request: IncomingMessage,
  sent: string,
  secretKey: string,
): Answer => {
  const { method = 'GET' } = request;
  const url = new URL(request.url ?? '/', account.url);
  const given = request.headers['idempotency-key'];
  const key = method === 'POST' && typeof given === 'string' ? given : undefined;
  const fingerprint = createHash('sha256').update(`${url.pathname}\n${sent}`).digest('hex');
  try {
    if (!isKey(request, secretKey)) throw new StripeFault(401, 'Invalid API Key provided');
    const before = key === undefined ? undefined : replay(account, key, fingerprint);
    if (before) return before;
    const answer = answerOnce(account, routes, method, url, sent);
    if (key !== undefined) account.answered.set(key, { request: fingerprint, ...answer });
    if (method !== 'GET') account.save();
    return structuredClone(answer);
  } catch (error) {
    return refused(error);
  }
};

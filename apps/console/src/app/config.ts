import type { Config } from '@portico/contracts/http/identity';
import { measureClock } from '../shared/time/server-clock.ts';

const KEY = 'portico_config';
const FRESH_MS = 60_000;
const TIMEOUT_MS = 30_000;

/** The product's settings, as `GET /config` tells them to anyone. */
export type ConfigStore = {
  /** The last answer, of this visit or an earlier one; null before the first. */
  current: () => Config | null;
  subscribe: (listener: () => void) => () => void;
  /** Settings no older than a minute. @throws ApiError when they cannot be had */
  load: () => Promise<Config>;
};

export type ConfigStoreOptions = {
  apiUrl: string;
  storage: Storage;
  /** Asks once more, through the API client, which can tell what went wrong. */
  ask: () => Promise<Config>;
};

/**
 * Whether this is the service's answer, and not the page of a proxy. It is not read with the contract's schema, as every
 * other answer is: the front page needs these few settings and nothing else of the API. The service checks what it answers.
 */
const isConfig = (body: unknown): body is Config =>
  typeof body === 'object' &&
  body !== null &&
  'identityProvider' in body &&
  'productName' in body &&
  typeof body.productName === 'string';

/** The settings of the last visit. Unreadable ones are ignored. */
const remembered = (storage: Storage): Config | null => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isConfig(kept) ? kept : null;
  } catch {
    return null;
  }
};

const fetchConfig = async (apiUrl: string): Promise<Config | null> => {
  try {
    const sentAt = Date.now();
    const response = await fetch(`${apiUrl.replace(/\/$/, '')}/config`, {
      headers: { accept: 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    measureClock(response, sentAt);
    const body: unknown = await response.json();
    return response.ok && isConfig(body) ? body : null;
  } catch {
    return null;
  }
};

export const createConfigStore = ({ apiUrl, storage, ask }: ConfigStoreOptions): ConfigStore => {
  const listeners = new Set<() => void>();
  let config = remembered(storage);
  let askedAt = -FRESH_MS;
  let loading: Promise<Config> | null = null;
  const load = async (): Promise<Config> => {
    config = (await fetchConfig(apiUrl)) ?? (await ask());
    askedAt = performance.now();
    storage.setItem(KEY, JSON.stringify(config));
    for (const listener of listeners) listener();
    return config;
  };
  return {
    current: () => config,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: async () => {
      if (config !== null && performance.now() - askedAt < FRESH_MS) return config;
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
  };
};

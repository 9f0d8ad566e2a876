import type { Config } from '@portico/contracts/http/identity';
import { measureClock } from '../shared/time/server-clock.ts';

const KEY = 'portico_config';
const STALE_MS = 60_000;
const TIMEOUT_MS = 30_000;

/** The product's public settings from `GET /config`. */
export type ConfigStore = {
  /** The last response, from this visit or an earlier visit; null before the first response. */
  current: () => Config | null;
  subscribe: (listener: () => void) => () => void;
  /**
   * Resolves to settings that are at most one minute old.
   * @throws ApiError if they cannot be loaded
   */
  load: () => Promise<Config>;
};

type ConfigStoreOptions = {
  apiUrl: string;
  storage: Storage;
  /** Repeats a failed request through the API client, whose error explains the failure. */
  ask: () => Promise<Config>;
};

/**
 * Whether `body` is the service's response and not, for example, a proxy's page. This check does not use the contract's schema,
 * because the front page loads without the API's code. The service validates its own response.
 */
const isConfig = (body: unknown): body is Config =>
  typeof body === 'object' &&
  body !== null &&
  'identityProvider' in body &&
  'productName' in body &&
  typeof body.productName === 'string';

/** The settings stored by the last visit; null if no settings are stored or the stored settings are invalid. */
const remembered = (storage: Storage): Config | null => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isConfig(stored) ? stored : null;
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
  let requestedAt = -STALE_MS;
  let loading: Promise<Config> | null = null;
  const load = async (): Promise<Config> => {
    config = (await fetchConfig(apiUrl)) ?? (await ask());
    requestedAt = performance.now();
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
      if (config !== null && performance.now() - requestedAt < STALE_MS) return config;
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
  };
};

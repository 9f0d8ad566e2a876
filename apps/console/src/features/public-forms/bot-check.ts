import type { ApiClient } from '@portico/api-client';
import { checkBot, type Config } from '@portico/contracts/http/identity';

/** The part of the provider's script (reCAPTCHA v3, or its local stand-in) that forms use. */
type Grecaptcha = {
  ready: (callback: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
};

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

export type BotCheckSettings = NonNullable<Config['recaptcha']>;

/** Timeout in milliseconds for loading and for each response. */
const TIMEOUT_MS = 15_000;
/** Higher scores count as a person. */
const THRESHOLD = 0.8;
const NOT_LOADED = 'The check could not be loaded. Check your connection, or your ad blocker, and try again.';

/** The check failed. Its message is for the visitor, and is displayed like a rejection by the server. */
class BotCheckError extends Error {
  readonly problem: { message: string };

  constructor(message: string) {
    super(message);
    this.problem = { message };
  }
}

/** Scripts on the page by URL. A failed one is removed, so that the next attempt loads it again. */
const scripts = new Map<string, Promise<void>>();

const addScript = (address: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => {
    script.remove();
    scripts.delete(address);
    reject(new BotCheckError(NOT_LOADED));
  });
  document.head.append(script);
  return promise;
};

/**
 * Loads the provider's script once.
 * @throws BotCheckError if it cannot be loaded
 */
export const loadBotCheck = ({ siteKey, scriptUrl }: BotCheckSettings): Promise<void> => {
  const address = new URL(scriptUrl);
  address.searchParams.set('render', siteKey);
  const script = scripts.get(address.href) ?? addScript(address.href);
  scripts.set(address.href, script);
  return script;
};

const tokenFor = async (settings: BotCheckSettings, action: string): Promise<string> => {
  await loadBotCheck(settings);
  const provider = window.grecaptcha;
  if (!provider) throw new BotCheckError(NOT_LOADED);
  await new Promise<void>((resolve) => provider.ready(resolve));
  return provider.execute(settings.siteKey, { action });
};

const orTooLate = async <Value>(value: Promise<Value>): Promise<Value> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new BotCheckError(NOT_LOADED)), TIMEOUT_MS);
  return Promise.race([value, promise]).finally(() => clearTimeout(timer));
};

/**
 * Lets the provider score this visitor, and the service verify the score. `action` names the form. Returns a proof that permits one
 * form within five minutes.
 * @throws BotCheckError if the visitor may be a bot or the provider does not respond; ApiError if the service rejects it or does not
 * respond
 */
export const passBotCheck = async (api: ApiClient, settings: BotCheckSettings, action: string): Promise<string> => {
  const token = await orTooLate(tokenFor(settings, action));
  if (!token) throw new BotCheckError('Missing token. Please try again.');
  const { success, score, proof } = await api.call(checkBot, { body: { token } });
  if (!success || !(score > THRESHOLD)) throw new BotCheckError('Unable to verify. Please try again.');
  return proof;
};

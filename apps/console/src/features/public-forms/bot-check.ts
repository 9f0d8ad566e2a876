import type { ApiClient } from '@portico/api-client';
import { checkBot, type Config } from '@portico/contracts/http/identity';

/** The functions of the bot check script that forms call. The script is reCAPTCHA v3 or its local substitute. */
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

/** Timeout in milliseconds for loading the script and for each response. */
const TIMEOUT_MS = 15_000;
/** A visitor passes the check with a score above this number. Scores are between 0 and 1. */
const THRESHOLD = 0.8;
const NOT_LOADED = 'The bot check could not be loaded. Check your connection or your ad blocker, and try again.';

/** Error of a failed check. The form shows the message to the visitor, like an error from the server. */
class BotCheckError extends Error {
  readonly problem: { message: string };

  constructor(message: string) {
    super(message);
    this.problem = { message };
  }
}

/** Scripts on the page by URL. A script that fails to load is removed, so that the next attempt loads the script again. */
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
 * @throws BotCheckError if the script cannot be loaded
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
 * The provider scores the visitor, and the service verifies the score. `action` names the form.
 * @returns a text from the service that permits sending one form within five minutes
 * @throws BotCheckError if the visitor may be a bot or the provider does not respond; ApiError if the service rejects the score or does not
 * respond
 */
export const passBotCheck = async (api: ApiClient, settings: BotCheckSettings, action: string): Promise<string> => {
  const token = await orTooLate(tokenFor(settings, action));
  if (!token) throw new BotCheckError('Missing token. Please try again.');
  const { success, score, proof } = await api.call(checkBot, { body: { token } });
  if (!success || !(score > THRESHOLD)) throw new BotCheckError('Unable to verify. Please try again.');
  return proof;
};

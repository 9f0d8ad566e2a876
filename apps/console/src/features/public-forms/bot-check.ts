import type { ApiClient } from '@portico/api-client';
import { checkBot, type Config } from '@portico/contracts/http/identity';

/** The part of the provider's script (reCAPTCHA v3, or what stands in for it on one machine) that forms need. */
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

/** How long the provider may take, to load and to answer, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** The score of a person is above it. */
const THRESHOLD = 0.8;
const NOT_LOADED = 'The check could not be loaded. Check your connection, or your ad blocker, and try again.';

/** The visitor could not be checked at all. Its message is for the visitor, and is shown as a refusal of the server's. */
export class BotCheckError extends Error {
  readonly problem: { message: string };

  constructor(message: string) {
    super(message);
    this.problem = { message };
  }
}

/** Scripts on the page, by address: one that failed is forgotten, so that the next try loads it again. */
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

/** Puts the provider's script on the page, once. @throws BotCheckError when it cannot be had */
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
 * Has the provider look at this visitor, and the service at what the provider says. `action` names the form to the
 * provider. Answers the proof that lets one form be sent within five minutes.
 * @throws BotCheckError for a visitor who may be a machine, and without an answer of the provider; ApiError for a refusal of the service, or none of its answers
 */
export const passBotCheck = async (api: ApiClient, settings: BotCheckSettings, action: string): Promise<string> => {
  const token = await orTooLate(tokenFor(settings, action));
  if (!token) throw new BotCheckError('Missing token. Please try again.');
  const { success, score, proof } = await api.call(checkBot, { body: { token } });
  if (!success || !(score > THRESHOLD)) throw new BotCheckError('Unable to verify. Please try again.');
  return proof;
};

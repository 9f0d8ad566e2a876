import type { Endpoint } from '@portico/contracts/http/endpoint';
import { receiveWebhook } from '@portico/contracts/http/billing';
import { exportEvents } from '@portico/contracts/http/event-export';
import {
  checkBot,
  createUser,
  downloadVendors,
  exchangeToken,
  generateVendors,
  signUp,
} from '@portico/contracts/http/identity';
import { checkEvents, ingestEvents } from '@portico/contracts/http/ingest';
import { deliverHook } from '@portico/contracts/http/integration-hooks';
import { exchangeKey } from '@portico/contracts/http/oauth';
import { renewSession } from '@portico/contracts/http/sessions';
import { createOrganization, downloadVouchers, generateVouchers } from '@portico/contracts/http/orgs';
import { z } from 'zod';

const perMinute = (limit: number) => z.coerce.number().int().min(1).default(limit);

/** Maximum requests per minute of one signed-in user, or of one address if the requests have no valid token. */
export const LimitConfig = z.object({
  /** Limit per user, for all endpoints without a separate limit. */
  RATE_LIMIT_PER_MINUTE: perMinute(3_000),
  /** Limit per address, for all endpoints without a separate limit. */
  RATE_LIMIT_ANONYMOUS_PER_MINUTE: perMinute(1_500),
  /** Limit of sign-ins and session renewals. */
  RATE_LIMIT_SIGN_ON_PER_MINUTE: perMinute(300),
  /** Limit of bot checks. */
  RATE_LIMIT_BOT_CHECK_PER_MINUTE: perMinute(60),
  /** Limit of new users. */
  RATE_LIMIT_NEW_USERS_PER_MINUTE: perMinute(60),
  /** Limit of new organizations. */
  RATE_LIMIT_NEW_ORGANIZATIONS_PER_MINUTE: perMinute(60),
  /** Limit of exports and downloads of files. */
  RATE_LIMIT_EXPORTS_PER_MINUTE: perMinute(30),
  /** Limit of Stripe's webhooks. */
  RATE_LIMIT_WEBHOOKS_PER_MINUTE: perMinute(12_000),
  /** Limit of publish requests. The integration's quota limits the events in these requests. */
  RATE_LIMIT_INGEST_PER_MINUTE: perMinute(60_000),
  /** Limit of requests for Kafka tokens. */
  RATE_LIMIT_TOKENS_PER_MINUTE: perMinute(600),
  /** Limit of requests that check events. Only the bytes of these requests count toward the integration's quota. */
  RATE_LIMIT_CHECKS_PER_MINUTE: perMinute(600),
});
export type LimitName = keyof z.infer<typeof LimitConfig>;

/** Endpoints with a separate limit. */
const OWN_LIMITS: Partial<Record<LimitName, readonly Endpoint[]>> = {
  RATE_LIMIT_SIGN_ON_PER_MINUTE: [exchangeToken, renewSession],
  RATE_LIMIT_BOT_CHECK_PER_MINUTE: [checkBot],
  RATE_LIMIT_NEW_USERS_PER_MINUTE: [signUp, createUser],
  RATE_LIMIT_NEW_ORGANIZATIONS_PER_MINUTE: [createOrganization],
  RATE_LIMIT_EXPORTS_PER_MINUTE: [exportEvents, generateVendors, downloadVendors, generateVouchers, downloadVouchers],
  RATE_LIMIT_WEBHOOKS_PER_MINUTE: [receiveWebhook],
  RATE_LIMIT_INGEST_PER_MINUTE: [ingestEvents, deliverHook],
  RATE_LIMIT_TOKENS_PER_MINUTE: [exchangeKey],
  RATE_LIMIT_CHECKS_PER_MINUTE: [checkEvents],
};

/** The part of a webhook's path before the id. */
const HOOKS = deliverHook.path.slice(0, deliverHook.path.indexOf('{'));

const LIMIT_OF_CALL = new Map(
  LimitConfig.keyof().options.flatMap((name) =>
    (OWN_LIMITS[name] ?? []).map(({ method, path }): [string, LimitName] => [`${method} ${path}`, name]),
  ),
);

/** The separate limit of an endpoint, or null. Ignores case and a trailing slash and treats HEAD as GET, like the services. */
export const ownLimitOf = (method: string, path: string): LimitName | null => {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  const written = plain.startsWith(HOOKS) ? deliverHook.path : plain;
  return LIMIT_OF_CALL.get(`${method === 'HEAD' ? 'GET' : method} ${written}`) ?? null;
};

const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/health/dependencies']);

/** Whether the path is a health probe. The gateway answers probes from memory and never limits them. */
export const isHealth = (path: string): boolean => PROBES.has(path);

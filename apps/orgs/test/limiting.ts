import type { OrganizationDetail, OrganizationEntitlement } from '@portico/contracts/http/orgs';
import type { Redrive } from '@portico/contracts/http/redrives';
import type { RejectedEvent, Validation } from '@portico/contracts/http/rejected-events';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import type { Metering, Owner } from './metering.ts';

const SOON = 120_000;

/** Helpers for testing hard limits. */
export const limitingOf = ({ orgs, events }: Metering) => {
  const post = async <Body>(call: Call, path: string, sent: unknown): Promise<Body> => {
    const { status, body } = await call('POST', path, sent);
    if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body as Body;
  };
  const entitlementOf = async ({ organization }: Owner): Promise<OrganizationEntitlement> => {
    const { organizationEntitlements } = await read<OrganizationDetail>(orgs, `/organizations/${organization}`);
    const [entitlement] = organizationEntitlements;
    if (!entitlement) throw new Error('no entitlement');
    return entitlement;
  };
  /** The code with which an event of the integration would be rejected now. */
  const codeOf = async ({ integration, organization }: Owner): Promise<string | null> => {
    const event = integrationEvent({ source_id: integration, organization_id: organization });
    const verdict = await post<Validation>(events, '/events/validate', event);
    return verdict.accepted ? null : verdict.rejection.code;
  };
  return {
    entitlementOf,
    codeOf,
    /** Resolves when the events service rejects the owner's events at the limit, or no longer rejects them. */
    untilRejected: (owner: Owner, isRejected: boolean): Promise<unknown> =>
      eventually(async () => ((await codeOf(owner)) === 'over_entitlement') === isRejected, SOON),
    allow: async (owner: Owner, allowedCount: number): Promise<void> => {
      const { id } = await entitlementOf(owner);
      const { status } = await orgs('PUT', `/organization-entitlements/${id}`, { allowedCount });
      if (status !== 200) throw new Error(`answered ${status}`);
    },
    rejectedOf: async ({ integration }: Owner): Promise<RejectedEvent[]> =>
      (await read<{ data: RejectedEvent[] }>(events, `/events/rejected?integration=${integration}&limit=100`)).data,
    /** Republishes the events that were rejected at the limit, without changes. */
    redrive: async ({ integration }: Owner): Promise<Redrive> => {
      const run = { filter: { integration, code: 'over_entitlement', pointer: '' }, correction: [] };
      const { id } = await post<Redrive>(events, '/events/redrives', run);
      return eventually(async () => {
        const now = await read<Redrive>(events, `/events/redrives/${id}`);
        return now.state === 'done' && now;
      }, SOON);
    },
    listed: async ({ integration }: Owner): Promise<number> => {
      const where = encodeURIComponent(`integration:#${integration}`);
      return (await read<{ count: number }>(events, `/events?where=${where}&limit=1`)).count;
    },
  };
};

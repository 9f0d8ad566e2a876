import type { ApiClient } from '@portico/api-client';
import { createRule, listRules, type RuleCreate } from '@portico/contracts/http/rules';
import { getSilence, updateSilence } from '@portico/contracts/http/silence';
import { EXPECTED_MINUTES, fallsSilent } from './incidents.ts';
import { findSources } from './seed.ts';

type Owner = Pick<RuleCreate, 'owner' | 'organizationId'>;

const ruleOf = (owner: Owner): RuleCreate => ({
  ...owner,
  on: ['episode.opened', 'episode.closed', 'integration.silent', 'integration.back'],
  filter: { organizationId: null, integrationId: null, eventName: null, severity: null },
  trouble: null,
  view: null,
  channels: [],
  inbox: true,
  quietHours: null,
  digest: 'none',
  remind: 'none',
  active: true,
});

const seedRule = async (api: ApiClient, owner: Owner): Promise<void> => {
  const { count } = await api.call(listRules, { query: { owner: owner.owner } });
  if (count === 0) await api.call(createRule, { body: ruleOf(owner) });
};

/**
 * Sets the expected interval of the integration that becomes silent, unless a person has set one. Also creates the rules that notify
 * people in their inbox. Acts as the integration's manager.
 */
export const watchSources = async (superAdmin: ApiClient, client: ApiClient): Promise<void> => {
  for (const { sourceId: id, organizationId } of (await findSources(superAdmin)).filter(fallsSilent)) {
    const { expectation } = await client.call(getSilence, { params: { id } });
    if (expectation.kind !== 'learned') continue;
    await seedRule(superAdmin, { owner: 'product', organizationId: null });
    await seedRule(client, { owner: 'organization', organizationId });
    const body = { expectation: { kind: 'every' as const, minutes: EXPECTED_MINUTES } };
    await client.call(updateSilence, { params: { id }, body });
  }
};

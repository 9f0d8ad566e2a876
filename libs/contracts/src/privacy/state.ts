import { z } from 'zod/mini';
import { PrivacyRule } from './rules.ts';
import { AggregateState, type StateTopic } from '../events/domain-event.ts';

/**
 * The privacy rules of an organization, or of the whole product if `organizationId` is null. `key`: the secret for hashes of hidden
 * values.
 */
export const PrivacyState = z.extend(AggregateState, {
  organizationId: z.nullable(z.int().check(z.positive())),
  key: z.string(),
  rules: z.array(z.extend(PrivacyRule, { hides: z.string() })),
});
export type PrivacyState = z.infer<typeof PrivacyState>;

export const privacyChanged: StateTopic<PrivacyState> = {
  topic: 'orgs.privacy.v1',
  source: '/orgs',
  type: 'orgs.privacy.changed',
  data: PrivacyState,
};

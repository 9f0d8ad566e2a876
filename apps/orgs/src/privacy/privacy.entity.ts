import { defineEntity, p } from '@mikro-orm/core';
import type { PrivacyState } from '@portico/contracts/privacy/state';
import type { Privacy } from '@portico/contracts/http/privacy';
import type { PrivacyRule } from '@portico/contracts/privacy/rules';

const PrivacyRulesSchema = defineEntity({
  name: 'PrivacyRules',
  tableName: 'privacy_rules',
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Id of the organization; 0 for the product's rules, which apply to every organization. */
    organizationId: p.integer(),
    version: p.integer().default(1),
    /** Key of the hashes that replace hidden values. The key never leaves the services. */
    key: p.text(),
    rules: p.json<PrivacyRule[]>(),
  },
  uniques: [{ name: 'privacy_rules_organization_unique', properties: ['organizationId'] }],
});

export class PrivacyRules extends PrivacyRulesSchema.class {
  toRow(): Privacy {
    const { version, rules } = this;
    return { version, rules };
  }

  toState(deletedAt: Date | null = null): PrivacyState {
    const { id, version, key, rules } = this;
    const organizationId = this.organizationId === 0 ? null : this.organizationId;
    return { id, version, organizationId, key, rules, deletedAt: deletedAt?.toISOString() ?? null };
  }
}
PrivacyRulesSchema.setClass(PrivacyRules);

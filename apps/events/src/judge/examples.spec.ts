import { expect, it } from '@jest/globals';
import { integrationEventExamples } from '@portico/contracts/events/integration-event.examples';
import { accept } from './accept.ts';

const integrations = {
  integration: (id: number) =>
    id === 1 ? { id, name: 'payroll', active: true, organizationId: 1, version: 1, deletedAt: null } : undefined,
};

it.each(integrationEventExamples(new Date()))(
  'the published example $name has the verdict $verdict',
  ({ headers, payload, verdict }) => {
    const judged = accept(Buffer.from(JSON.stringify(payload)), headers, integrations, Date.now());
    expect(judged.ok ? 'accepted' : judged.rejection.code).toBe(verdict);
  },
);

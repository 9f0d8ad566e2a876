import { z } from 'zod/mini';
import { AggregateState, type StateTopic } from './domain-event.ts';

export const IntegrationState = z.extend(AggregateState, {
  name: z.string(),
  active: z.boolean(),
  organizationId: z.nullable(z.int().check(z.positive())),
});
export type IntegrationState = z.infer<typeof IntegrationState>;

export const integrationChanged: StateTopic<IntegrationState> = {
  topic: 'integrations.integration.v1',
  source: '/integrations',
  type: 'integrations.integration.changed',
  data: IntegrationState,
};

import { z } from 'zod';
import { AggregateState, type StateTopic } from './domain-event.ts';

export const IntegrationState = AggregateState.extend({
  name: z.string(),
  active: z.boolean(),
  organizationId: z.int().positive().nullable(),
});
export type IntegrationState = z.infer<typeof IntegrationState>;

export const integrationChanged: StateTopic<IntegrationState> = {
  topic: 'integrations.integration.v1',
  source: '/integrations',
  type: 'integrations.integration.changed',
  data: IntegrationState,
};

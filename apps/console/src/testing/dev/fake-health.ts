import * as health from '@portico/contracts/http/event-health';
import * as orgs from '@portico/contracts/http/orgs';
import { ago, healthOf, overviewOf, trendOf } from '../health.ts';
import { answering, type TypedAnswer } from './typed-answers.ts';

export const fakeHealth = (): TypedAnswer[] => [
  answering(health.listIntegrationHealth, ({ query }) => ({
    data: (query.get('ids') ?? '')
      .split(',')
      .map(Number)
      .map((id) => healthOf(id)),
  })),
  answering(health.getIntegrationOverview, () => overviewOf()),
  answering(health.eventTrend, () => trendOf()),
  answering(orgs.listJoinRequests, () => ({
    data: [
      {
        organization: { id: 5, name: 'Contoso' },
        user: { id: 9, name: 'Lena Lead', email: 'lena@lead.test' },
        requestedAt: ago(90),
      },
    ],
    count: 1,
  })),
];

import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { createApiClient } from '@portico/api-client';
import { BackendContext } from '../../../api/use-api.ts';
import { schemaOf } from '../../../testing/connect.ts';
import { createFakeLive } from '../../../testing/fake-live.ts';
import { fakeNetwork } from '../../../testing/fake-network.ts';
import { DescribedCard, describedText, type NameCount } from './described-card.tsx';

const show = (described: readonly string[] | null, names: readonly NameCount[] | undefined, others = 0) => {
  const answer = described && { data: described.map((name) => schemaOf(name)), count: described.length };
  globalThis.fetch = fakeNetwork((name) => (name === 'GET /integrations/3/schemas' ? () => answer : undefined));
  const api = createApiClient({ baseUrl: 'http://api.test', token: () => 'token' });
  const { feed: live, rejected, alerts } = createFakeLive();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <BackendContext value={{ api, publicApi: api, queryClient, live, rejected, alerts }}>
        <dl>
          <DescribedCard {...{ names, others }} connect={{ id: 3 }} />
        </dl>
      </BackendContext>
    </QueryClientProvider>,
  );
};

const NAMES = [
  { event_name: 'payrun.completed', count: 9_299 },
  { event_name: 'payrun.failed', count: 700 },
  { event_name: 'ping', count: 1 },
];

describe('the described share', () => {
  it('is the percentage of events with a schema, next to the number of event names with a schema', async () => {
    show(['payrun.completed', 'never.sent'], NAMES);
    expect(await screen.findByText('92%')).toBeTruthy();
    expect(screen.getByText('1 of 3 event names have a schema')).toBeTruthy();
  });

  it('is rounded down, and mentions event names that are not counted', async () => {
    show(['payrun.completed', 'payrun.failed'], NAMES, 1_200);
    expect(await screen.findByText('99%')).toBeTruthy();
    expect(
      screen.getByText('2 of 3 event names have a schema; 1,200 less frequent names are not counted'),
    ).toBeTruthy();
  });

  it('is unknown if no events are listed', async () => {
    show([], []);
    expect(await screen.findByText('–')).toBeTruthy();
    expect(screen.getByText('0 of 0 event names have a schema')).toBeTruthy();
  });

  it('is unknown if the schemas cannot be loaded', async () => {
    show(null, NAMES);
    expect(await screen.findByText('The described events could not be loaded')).toBeTruthy();
  });

  it('is 100% only if every event is described', () => {
    const counted = fc.uniqueArray(
      fc.record({ event_name: fc.string(), count: fc.integer({ min: 1, max: 1_000_000_000 }), has: fc.boolean() }),
      { selector: ({ event_name }) => event_name, minLength: 1 },
    );
    fc.assert(
      fc.property(counted, (names) => {
        const described = new Set(names.filter(({ has }) => has).map(({ event_name }) => event_name));
        const text = describedText(names, described);
        expect(text === '100%').toBe(names.every(({ has }) => has));
        expect(Number.parseInt(text, 10)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

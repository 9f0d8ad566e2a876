import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Connect } from '@portico/contracts/http/connect';
import type { IntegrationKey } from '@portico/contracts/http/integration-keys';
import { connectOf, createdKeyOf, EVENT_SCHEMA } from './connect.ts';
import type { Answer } from './fake-network.ts';
import { listOf } from './fixtures.ts';
import { refusalOf } from './refusal.ts';
import { renderConsole } from './render-console.tsx';

export const bodyOf = ({ body }: RequestInit): unknown => (typeof body === 'string' ? JSON.parse(body) : undefined);

const forbidden: Answer = () => refusalOf(403, 'forbidden', 'Administrators only');

/** Renders the Connect page of integration 3 for a vendor who may connect it. `change` and `keys` set the server's data. */
export const showConnect = (
  change: Partial<Connect> = {},
  keys: IntegrationKey[] = [],
  api: Record<string, Answer> = {},
) => {
  const connect = connectOf(3, { right: 'publisher', ...change });
  const sent: unknown[] = [];
  const shown = renderConsole({
    path: '/connect/3',
    usertype: 'VENDOR',
    api: {
      'GET /integrations/3/connect': () => connect,
      'GET /integrations/connected': () => ({ data: [connect], count: 1 }),
      'GET /integrations/3/keys': () => ({ data: keys, count: keys.length }),
      'GET /integrations/3/schemas': () => ({ data: [], count: 0 }),
      'POST /integrations/3/keys': (_, request) => {
        const body = bodyOf(request) as Partial<IntegrationKey>;
        sent.push(body);
        const created = createdKeyOf(9, body);
        keys.unshift(created);
        return created;
      },
      'GET /events': ({ searchParams }) => listOf([], searchParams),
      'GET /events/rejected': forbidden,
      'GET /events/test': () => ({ data: [], count: 0 }),
      'GET /events/rejected/causes': forbidden,
      'GET /schemas/integration-event.json': () => EVENT_SCHEMA,
      ...api,
    },
  });
  return { ...shown, sent };
};

/** The tab that contains each section, by the section's heading. Omits sections outside the tabs. */
const TABS: Record<string, string> = {
  'Accepted events': 'Acceptance',
  'What an event looks like': 'Event format',
  'Described events': 'Event format',
  'The shared topic': 'Shared topic',
  Publishers: 'Publishers',
};

/** Finds a section by its heading. If the section is inside a tab, opens the tab first. */
export const part = async (name: string | RegExp) => {
  const tab = typeof name === 'string' ? TABS[name] : undefined;
  if (tab !== undefined) await userEvent.click(await screen.findByRole('tab', { name: tab }));
  return within(await screen.findByRole('region', { name }));
};

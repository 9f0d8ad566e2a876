import type { EventRow } from '@portico/contracts/http/events';
import { NO_DERIVED } from '@portico/contracts/query/fields';
import type { Line, Message } from './message.ts';

const ORGANIZATION = 'Acme & <Sons> *GmbH*';

export const OPENED: Line = {
  noticeId: 7,
  kind: 'episode.opened',
  subject: 'episode:12',
  title: 'payrun.completed of Payroll | [EU] started failing',
  text: 'Since 25 Nov 2026, 09:12 UTC. Bank rejected the file: <IBAN> & "name" differ.',
  link: 'https://portico.test/episodes/12',
  organizationId: 3,
  organization: ORGANIZATION,
  integrationId: 5,
  integration: 'Payroll | [EU]',
  eventName: 'payrun.completed',
  severity: 'ERROR',
  at: '2026-11-25T09:12:00.000Z',
  overAt: null,
  event: {
    id: 'evt-1',
    source_id: 5,
    organization_id: 3,
    integration: 'Payroll | [EU]',
    organization: ORGANIZATION,
    source_type: 'payroll',
    event_name: 'payrun.completed',
    ...NO_DERIVED,
    subject: 'run-4711',
    timestamp: '2026-11-25T09:12:00.000Z',
    result: 'FAILURE',
    severity_text: 'ERROR',
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    details: { message: 'Bank rejected the file', amount: 12.5 },
    position: { partition: 2, offset: 4711 },
    sender_proven: true,
    published_at: '2026-11-25T09:12:00.120Z',
    stored_at: '2026-11-25T09:12:00.840Z',
  } satisfies EventRow,
};
const BACK: Line = {
  ...OPENED,
  noticeId: 8,
  kind: 'integration.back',
  subject: 'silence:5',
  title: 'Ledger sends events again',
  text: 'It was silent for 3 h 5 min.',
  link: 'https://portico.test/integrations/5',
  integration: 'Ledger',
  eventName: null,
  severity: null,
  at: '2026-11-25T10:12:00.000Z',
  event: null,
};

const message: Message = {
  id: 'notice-7',
  kind: 'notice',
  productName: 'Portico',
  title: OPENED.title,
  text: '',
  lines: [OPENED],
  more: 0,
  isOver: false,
  settingsUrl: 'https://portico.test/notifications/channels/4',
  acknowledgeUrl: 'https://portico.test/acknowledge#token',
};

export const MESSAGES = {
  opened: message,
  over: {
    ...message,
    isOver: true,
    acknowledgeUrl: null,
    lines: [
      { ...OPENED, overAt: '2026-11-25T11:26:00.000Z', text: 'From 09:12 to 11:26 UTC, 25 Nov 2026: 2 h 14 min.' },
    ],
  },
  group: {
    ...message,
    id: 'message-1',
    title: `59 changes at ${ORGANIZATION}`,
    acknowledgeUrl: null,
    lines: [OPENED, BACK],
    more: 57,
  },
  test: {
    ...message,
    id: 'message-2',
    kind: 'test',
    title: 'A test',
    text: 'It works.',
    lines: [],
    acknowledgeUrl: null,
  },
} as const satisfies Record<string, Message>;

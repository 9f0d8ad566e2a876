import { describe, expect, it } from '@jest/globals';
import { SENDER_HEADER } from '@portico/contracts/events/integration-event';
import { withoutErased } from './without-erased.ts';

/** Organization 1, to which integration 10 belongs, is erased; organization 2 with integration 20 exists. */
const known = {
  organizations: { isErased: (id: number | null) => id === 1 },
  organizationOf: (integration: number) => (integration === 10 ? 1 : 2),
};
const message = (value: unknown, headers = {}) => ({
  key: Buffer.from('secret key'),
  value: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  headers: { ce_subject: Buffer.from('secret'), 'x-place': Buffer.from('3'), ...headers },
  offset: '7',
});
const foreign = { specversion: '1.0', id: 'a', source: '/s', type: 'org.other', data: { text: 'secret' } };

describe('a rejected message', () => {
  it.each<[string, unknown, object]>([
    ['claims the erased organization', { organization_id: 1, text: 'secret' }, {}],
    [
      'claims an integration of the erased organization for another organization',
      { source_id: 10, organization_id: 2, text: 'secret' },
      {},
    ],
    ['came through the door of an erased integration', 'no JSON but secret', { [SENDER_HEADER]: '10' }],
    ['names an erased integration in a CloudEvent', { ...foreign, sourceid: '10' }, {}],
  ])('keeps only its position if it %s', (_, value, headers) => {
    const kept = withoutErased(message(value, headers), known);
    expect(kept).toEqual({ key: null, value: null, offset: '7', headers: { 'x-place': Buffer.from('3'), ...headers } });
  });

  it.each<[string, unknown]>([
    ['claims an organization that exists', { source_id: 20, organization_id: 2 }],
    ['names an integration of an organization that exists', { ...foreign, sourceid: '20' }],
    ['is not JSON', 'no JSON'],
    ['is empty', ''],
  ])('stays unchanged if it %s', (_, value) => {
    const whole = message(value);
    expect(withoutErased(whole, known)).toBe(whole);
  });
});

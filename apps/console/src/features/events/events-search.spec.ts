import { describe, expect, it } from '@jest/globals';
import { RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import { filterOf } from './events.queries.ts';
import { eventAt } from '../../testing/fixtures.ts';
import { eventKey, isNamedBy, readEventsSearch, traceOf } from './events-search.ts';

describe('readEventsSearch', () => {
  it.each([
    [
      { query: ' pay ', status: 'FAILURE', integration: 'Payroll', page: '3' },
      { query: 'pay', status: 'FAILURE', integration: 'Payroll', page: 3 },
    ],
    [{ query: '   ', page: '1' }, {}],
    [{ status: 'MAYBE', page: '-2', integration: '' }, {}],
    [{ page: 'last' }, {}],
    [{ page: '1.5', query: 404 }, {}],
  ])('parses %j', (address, expected) => {
    // JSON omits undefined values, as the URL does.
    expect(JSON.parse(JSON.stringify(readEventsSearch(address)))).toEqual(expected);
  });

  it.each(RESULTS)('accepts the status %s', (status) => expect(readEventsSearch({ status }).status).toBe(status));

  it.each(SEVERITIES)('accepts the severity %s', (severity) =>
    expect(readEventsSearch({ severity }).severity).toBe(severity),
  );

  describe('the key of an event', () => {
    const event = eventAt(1, { source_id: 5, id: '5.run-1' });

    it('consists of trace, integration and id', () => {
      const { open = '' } = readEventsSearch({ open: eventKey(event) });
      expect(traceOf(open)).toBe(event.trace_id);
      expect(isNamedBy(open, event)).toBe(true);
      for (const other of [{ source_id: 55 }, { id: 'run-1' }, { trace_id: 'f'.repeat(32) }])
        expect(isNamedBy(open, { ...event, ...other })).toBe(false);
    });

    it('consists of trace and id only in an old link', () => {
      const { open = '' } = readEventsSearch({ open: `${event.trace_id}.5.run-1` });
      expect(isNamedBy(open, event)).toBe(true);
      expect(isNamedBy(open, { ...event, source_id: 6 })).toBe(true);
      expect(isNamedBy(open, { ...event, id: 'run-1' })).toBe(false);
    });

    it('is undefined if the URL contains an invalid key', () => {
      for (const open of ['run-1', `${event.trace_id}-0.run-1`, `${event.trace_id}-5run-1`, `${event.trace_id}.`])
        expect(readEventsSearch({ open }).open).toBeUndefined();
    });
  });

  it('the filter limits the search text to 200 characters, the maximum of the API', () => {
    expect(filterOf({ query: 'x'.repeat(300) }).query).toHaveLength(200);
  });
});

import { describe, expect, it } from '@jest/globals';
import { RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import { filterOf } from './events.queries.ts';
import { readEventsSearch } from './events-search.ts';

describe('the address of the events screen', () => {
  it.each([
    [
      { query: ' pay ', status: 'FAILURE', integration: 'Payroll', page: '3' },
      { query: 'pay', status: 'FAILURE', integration: 'Payroll', page: 3 },
    ],
    [{ query: '   ', page: '1' }, {}],
    [{ status: 'MAYBE', page: '-2', integration: '' }, {}],
    [{ page: 'last' }, {}],
    [{ page: '1.5', query: 404 }, {}],
  ])('reads %j', (address, expected) => {
    // JSON leaves out what is undefined, as the address does.
    expect(JSON.parse(JSON.stringify(readEventsSearch(address)))).toEqual(expected);
  });

  it.each(RESULTS)('knows the status %s', (status) => expect(readEventsSearch({ status }).status).toBe(status));

  it.each(SEVERITIES)('knows the severity %s', (severity) =>
    expect(readEventsSearch({ severity }).severity).toBe(severity),
  );

  it("limits the text to the API's maximum", () => {
    expect(filterOf({ query: 'x'.repeat(300) }).query).toHaveLength(200);
  });
});

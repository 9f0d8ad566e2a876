import { describe, expect, it } from '@jest/globals';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import { choicesOf } from './facet-choices.ts';

const FACETS: EventFacets = {
  status: [
    { value: 'SUCCESS', count: 8 },
    { value: 'FAILURE', count: 2 },
  ],
  severity: [
    { value: 'INFO', count: 7 },
    { value: 'ERROR', count: 3 },
  ],
  type: [{ value: 'payroll', count: 10 }],
  event: [],
  integration: [{ value: 'Payroll', count: 10 }],
  organization: [
    { value: 4, name: 'Northwind', count: 6 },
    { value: 5, name: null, count: 4 },
  ],
  countedFrom: null,
  cursor: '',
};

const read = (
  ...of: [id: Parameters<typeof choicesOf>[1], filter: Parameters<typeof choicesOf>[2], scope?: number[]]
) => choicesOf(FACETS, of[0], of[1], of[2] ?? []).map(({ text, count, chosen }) => [text, count, chosen]);

describe('the choices of a facet', () => {
  it('are the counted values, with their state in the URL parameter or the query', () => {
    expect(read('status', { status: 'FAILURE' })).toEqual([
      ['SUCCESS', 8, null],
      ['FAILURE', 2, 'included'],
    ]);
    expect(read('severity', { where: 'severity:(INFO OR ERROR)' })).toEqual([
      ['INFO', 7, 'included'],
      ['ERROR', 3, 'included'],
    ]);
    expect(read('type', { where: '-type:Payroll' })).toEqual([['payroll', 10, 'excluded']]);
  });

  it('list selected but uncounted values first, as written', () => {
    expect(read('severity', { where: 'severity:>=WARN' })[0]).toEqual(['>=WARN', null, 'included']);
    expect(read('type', { type: 'banking' })[0]).toEqual(['banking', null, 'included']);
    expect(read('type', { where: '-type:bank*' })[0]).toEqual(['bank*', null, 'excluded']);
  });

  it('match an organization by id and by name, and are limited to the organizations of the screen', () => {
    expect(read('organization', { where: 'organization:northwind' })).toEqual([
      ['Northwind', 6, 'included'],
      ['Organization 5', 4, null],
    ]);
    expect(read('organization', { organization: 5 }, [5])).toEqual([['Organization 5', 4, 'included']]);
  });
});

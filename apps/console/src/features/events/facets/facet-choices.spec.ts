import { describe, expect, it } from '@jest/globals';
import type { EventFacets } from '@portico/contracts/http/event-facets';
import type { FacetField } from '@portico/contracts/query/fields';
import type { EventsFilter } from '../events-search.ts';
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

const read = (id: FacetField, filter: EventsFilter, scope: number[] = []) =>
  choicesOf(FACETS, id, filter, scope).map(({ text, count, chosen }) => [text, count, chosen]);

describe('the choices of a facet', () => {
  it('show which counted values the URL parameter or the query includes or excludes', () => {
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

  it('start with selected values that the server did not count, spelled as in the query', () => {
    expect(read('severity', { where: 'severity:>=WARN' })[0]).toEqual(['>=WARN', null, 'included']);
    expect(read('type', { type: 'banking' })[0]).toEqual(['banking', null, 'included']);
    expect(read('type', { where: '-type:bank*' })[0]).toEqual(['bank*', null, 'excluded']);
  });

  it('contain only organizations of the screen, and mark an organization that is selected by id or name', () => {
    expect(read('organization', { where: 'organization:northwind' })).toEqual([
      ['Northwind', 6, 'included'],
      ['Organization 5', 4, null],
    ]);
    expect(read('organization', { organization: 5 }, [5])).toEqual([['Organization 5', 4, 'included']]);
  });
});

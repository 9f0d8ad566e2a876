import { describe, expect, it } from '@jest/globals';
import { Problem } from '@portico/service';
import { settleLambdaFields } from './lambda-fields.ts';

type Fields = Parameters<typeof settleLambdaFields>[0];

const pointers = (fields: Fields): string[] => {
  try {
    settleLambdaFields(fields);
    return [];
  } catch (error) {
    if (error instanceof Problem) return error.faults.map(({ pointer }) => pointer);
    throw error;
  }
};

describe('settleLambdaFields', () => {
  it('clears the lambda fields of integrations of other types, and does not require these fields', () => {
    const fields: Fields = { integrationType: 'other', accountId: 'x', region: 'us-east-1' };
    expect(pointers(fields)).toEqual([]);
    expect(fields).toEqual({ integrationType: 'other', accountId: null, region: null });
  });

  it.each(['us-east-1', 'eu-central-2', 'us-gov-west-1'])('accepts 12 digits and the region %s', (region) => {
    expect(pointers({ integrationType: 'lambda', accountId: '123456789012', region })).toEqual([]);
  });

  it('reports each missing or wrong field', () => {
    expect(pointers({ integrationType: 'lambda' })).toEqual(['/accountId', '/region']);
    expect(pointers({ integrationType: 'lambda', accountId: '12345678901', region: 'us-east-1' })).toEqual([
      '/accountId',
    ]);
    expect(pointers({ integrationType: 'lambda', accountId: '123456789012', region: 'Virginia' })).toEqual(['/region']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { should } from '@portico/contracts/common/wording';
import { z } from 'zod';
import { Problem } from './problem.ts';
import { validate } from './validation.ts';

const Sent = z.object({
  zipCode: z.int().min(0).max(99_999),
  state: z.string().max(2),
  usertype: z.enum(['LEAD', 'VENDOR']),
  active: z.boolean(),
  instanceUrl: z.url(),
  users: z.array(z.object({ id: z.int() })).max(1),
  nested: z.object({ allowed_count: z.number().positive() }),
  note: z.string().refine((text) => text !== 'x', { error: should('not be x') }),
  name: z.string().min(2, 'Name should be at least 2 letters long'),
  either: z.union([z.string(), z.number()]),
});
const SOUND = {
  zipCode: 1,
  state: 'MA',
  usertype: 'LEAD',
  active: true,
  instanceUrl: 'https://acme.test',
  users: [{ id: 1 }],
  nested: { allowed_count: 1 },
  note: '',
  name: 'Acme',
  either: 1,
};
const textsOf = (change: object, schema: z.ZodType = Sent) => {
  try {
    validate(schema, { ...SOUND, ...change });
    return [];
  } catch (error) {
    return error instanceof Problem ? error.faults.map(({ message }) => message) : error;
  }
};

describe('a response to many faults', () => {
  it('contains the first hundred faults', () => {
    const many = Array.from({ length: 50_000 }, () => 'x');
    expect(textsOf({ many }, z.object({ many: z.array(z.int()) }))).toHaveLength(100);
  });
});

describe('the text of a fault', () => {
  // spec: D.63
  it.each<[object, string]>([
    [{ zipCode: 1.5 }, 'Zip code should be a whole number'],
    [{ zipCode: '02139' }, 'Zip code should be a number'],
    [{ zipCode: 100_000 }, 'Zip code should be at most 99999'],
    [{ zipCode: -1 }, 'Zip code should be at least 0'],
    [{ state: 'OHIO' }, 'State should be at most 2 characters long'],
    [{ state: null }, 'Required'],
    [{ usertype: 'BOSS' }, 'Usertype should be one of LEAD, VENDOR'],
    [{ active: 'yes' }, 'Active should be true or false'],
    [{ instanceUrl: 'acme' }, 'Instance URL should be a valid URL'],
    [{ users: {} }, 'Users should be a list'],
    [{ users: [{ id: 1 }, { id: 2 }] }, 'Users should be at most 1 entries long'],
    [{ users: [7] }, 'Users should be an object'],
    [{ nested: { allowed_count: 0 } }, 'Allowed count should be more than 0'],
    [{ note: 'x' }, 'Note should not be x'],
    [{ name: 'A' }, 'Name should be at least 2 letters long'],
    [{ either: true }, 'Either is not valid'],
    [{ state: 7 }, 'State should be text'],
    [{ state: undefined }, 'Required'],
  ])('explains the body %j: %j', (change, text) => expect(textsOf(change)).toEqual([text]));

  it('names the request if the whole body is invalid', () => {
    try {
      validate(Sent, 'text');
    } catch (error) {
      expect(error).toMatchObject({ faults: [{ pointer: '', message: 'The request should be an object' }] });
    }
    expect.assertions(1);
  });
});

import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod/mini';
import { ListQuery } from '../common/page.ts';
import { wording } from '../common/error-map.ts';
import { Subscribe } from '../live.ts';
import { type Endpoint, isEndpoint } from './endpoint.ts';
import { HistogramQuery, ListEventsQuery } from './events.ts';
import { UserCreate, UserUpdate, VendorSignUp } from './identity.ts';
import { IntegrationUpdate } from './integrations.ts';
import { EntitlementUpdate, UsersAssignment } from './orgs.ts';
import { ListRejectedQuery } from './rejected-events.ts';
import { ViewCreate } from './views.ts';

/** The request schemas of every endpoint, with a name such as `body of createUser`. */
const requests = async (): Promise<[name: string, schema: z.core.$ZodType][]> => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((name) => /^[\w-]+\.ts$/.test(name));
  const modules: object[] = await Promise.all(files.map((name) => import(new URL(name, import.meta.url).href)));
  return modules.flatMap((contracts) =>
    Object.entries(contracts)
      .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
      .flatMap(([name, { params, query, body, headers }]) =>
        Object.entries({ params, query, body, headers }).flatMap(([part, schema]): [string, z.core.$ZodType][] =>
          schema === undefined ? [] : [[`${part} of ${name}`, schema]],
        ),
      ),
  );
};

const wrong = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', ' ', 'x', 'a\0b', '\u001f', '12', '-1', '1e9', '0.5', 'a'.repeat(32)),
  fc.constantFrom<unknown>(-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e12, 2 ** 60, true, [], {}, [null], [{}]),
  fc.constantFrom<unknown>(
    'x'.repeat(70_000),
    Array.from({ length: 6_000 }, () => 0),
    ['x'],
    [1, 'x'],
    { x: 1 },
    { ['k'.repeat(99)]: '' },
  ),
  fc.anything({ maxDepth: 2 }),
);

/** The field names of a schema, including nested ones. */
const namesIn = (json: unknown): string[] => {
  if (typeof json !== 'object' || json === null) return [];
  const properties: unknown = Reflect.get(json, 'properties');
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [...names, ...Object.values(json).flatMap(namesIn)];
};

/** An object with the schema's field names and values of any kind, or an arbitrary value. */
const faulty = (schema: z.core.$ZodType): fc.Arbitrary<unknown> => {
  const names = [...new Set(namesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })))];
  const record = (value: fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
  const inner = fc.oneof({ weight: 3, arbitrary: wrong }, { weight: 1, arbitrary: record(wrong) });
  return fc.oneof(wrong, record(fc.oneof(inner, fc.array(inner, { maxLength: 3 }))));
};

const issuesOf = (schema: z.core.$ZodType, sent: unknown) =>
  z.safeParse(schema, sent, { error: wording }).error?.issues ?? [];
const messages = (schema: z.core.$ZodType, sent: unknown): string[] =>
  issuesOf(schema, sent).map(({ message }) => message);

/** Typical phrases of zod's own messages. */
const ZODS =
  /expected |received |^Invalid |^Too (big|small)|^Unrecognized|Must be |must match|must (start|end|include)|undefined|NaN|<=|>=/i;
/** Messages of the specification that do not begin with a field name. */
const WHOLE = ['Required', 'Missing token. Please try again.'];

/** The possible beginnings of a message about a path: a field's label, or 'The' if the path has no field name. */
const beginnings = (path: readonly PropertyKey[]): string[] =>
  ['the', ...path.flatMap((part) => (typeof part === 'string' ? [part] : []))].map((name) =>
    name.replace(/(?:[_-]|(?<=[a-z])(?=[A-Z0-9])).*$/s, '').toLowerCase(),
  );

describe('the text of a validation fault', () => {
  // spec: D.63
  it("is a sentence about the field and never zod's own text, for any input to any endpoint", async () => {
    const all: [string, z.core.$ZodType][] = [...(await requests()), ['a subscription', Subscribe]];
    expect(all.length).toBeGreaterThan(30);
    const seen = new Set<string>();
    for (const [name, schema] of all)
      fc.assert(
        fc.property(faulty(schema), (sent) => {
          for (const { code, path, message } of issuesOf(schema, sent)) {
            seen.add(code);
            const where = { name, path, message };
            expect(where).toEqual({ name, path, message: expect.stringMatching(/^[A-Z]\S*( \S+)*$/) });
            expect(where).not.toEqual({ name, path, message: expect.stringMatching(ZODS) });
            if (!WHOLE.includes(message))
              expect({ ...where, path: beginnings(path) }).toMatchObject({
                path: expect.arrayContaining([message.split(' ')[0]?.toLowerCase()]),
              });
          }
        }),
        { numRuns: 100, examples: [[undefined], [null], [7], [[]], [{}]] },
      );
    const kinds = [
      'invalid_type',
      'invalid_value',
      'invalid_format',
      'invalid_union',
      'too_big',
      'too_small',
      'custom',
    ];
    expect([...seen]).toEqual(expect.arrayContaining(kinds));
  });

  it.each<[string, z.core.$ZodType, unknown, string[]]>([
    ['a state that is too long', UserUpdate, { state: 'OHIO' }, ['State should be at most 2 characters long']],
    ['a zip code that is too large', UserUpdate, { zipCode: 100_000 }, ['Zip code should be at most 99999']],
    ['a zip code that is a string', UserUpdate, { zipCode: '02139' }, ['Zip code should be a number']],
    ['a country that is too long', UserUpdate, { country: 'USAA' }, ['Country should be at most 3 characters long']],
    ['a page that is too large', ListQuery, { limit: '1000' }, ['Limit should be at most 100']],
    ['an empty page', ListQuery, { limit: '0' }, ['Limit should be at least 1']],
    ['a negative offset', ListQuery, { offset: '-1' }, ['Offset should be at least 0']],
    ['an offset that is not a number', ListQuery, { offset: 'x' }, ['Offset should be a number']],
    ['an offset that is a fraction', ListQuery, { offset: '1.5' }, ['Offset should be a whole number']],
    [
      'a count that is a fraction',
      EntitlementUpdate,
      { allowedCount: 1.5 },
      ['Allowed count should be a whole number'],
    ],
    ['a missing field', EntitlementUpdate, {}, ['Required']],
    ['a field that is null', EntitlementUpdate, { allowedCount: null }, ['Required']],
    ['a missing body', EntitlementUpdate, undefined, ['Required']],
    ['a body that is not an object', EntitlementUpdate, 7, ['The request should be an object']],
    [
      'an unknown user type',
      UserCreate,
      { name: 'Vera', email: 'v@x.test', usertype: 'boss' },
      ['Usertype should be one of LEAD, VENDOR, CLIENT, ADMIN, SUPER_ADMIN'],
    ],
    ['an unknown status', ListEventsQuery, { status: 'OK' }, ['Status should be one of SUCCESS, FAILURE']],
    ['an invalid trace id', ListEventsQuery, { trace: 'x' }, ['Trace should be 32 hex digits']],
    ['an invalid time', ListEventsQuery, { from: 'now' }, ['From should be an ISO 8601 date and time with an offset']],
    ['too many buckets', HistogramQuery, { buckets: '201' }, ['Buckets should be at most 200']],
    ['an integration that is not an id', ListRejectedQuery, { integration: 'x' }, ['Integration should be a number']],
    ['an invalid URL', IntegrationUpdate, { instanceUrl: 'acme' }, ['Instance URL should be a valid URL']],
    ['a boolean that is text', IntegrationUpdate, { active: 'yes' }, ['Active should be true or false']],
    [
      'a text that is too long',
      UserUpdate,
      { addressLine1: 'x'.repeat(201) },
      ['Address line 1 should be at most 200 characters long'],
    ],
    ['a name that is too short', UserUpdate, { name: 'V' }, ['Name should be at least 2 letters long']],
    ['an invalid entry of a list', UsersAssignment, { organizationId: 1, users: [7] }, ['Users should be an object']],
    ['a NUL character', UserUpdate, { city: 'a\0b' }, ['City should not contain a NUL character']],
    [
      'a parameter whose name is too long',
      ViewCreate,
      { name: 'Mine', search: { ['k'.repeat(99)]: '' } },
      ['Search contains a name that is not valid'],
    ],
    [
      'a vendor with several faults in the address',
      VendorSignUp,
      {
        usertype: 'vendor',
        name: 'Vera',
        email: 'v@x.test',
        phone: '5550100123',
        addressLine1: '1 Main St',
        city: 'Boston',
        state: 'Ohio',
        zipCode: '021399',
        country: 'America',
      },
      ['State should be 2 letters long', 'Zip code is required number', 'Country should be 3 letters long'],
    ],
  ])('explains the fault of %s', (_, schema, sent, expected) => {
    expect(messages(schema, sent)).toEqual(expected);
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { kindsOf, templateOf } from './message-kinds.ts';

describe('the template of a message', () => {
  it.each([
    ['Paid 12 employees in 3.5 s', 'Paid # employees in # s'],
    ['Order 7f9c24e8-3b12-4fef-91e0-56a2d5a3c0b1 was refused', 'Order <id> was refused'],
    ['GET https://bank.test/a?b=1 answered 502', 'GET <url> answered #'],
    ['Mail to vera@acme.test bounced at 2026-11-03T10:00:00Z', 'Mail to <email> bounced at <time>'],
    ['Connection to 10.0.0.7:5432 refused', 'Connection to <address> refused'],
    ['Column "amount" is missing', 'Column "…" is missing'],
  ])('masks the variable parts of %s: %s', (message, template) => {
    expect(templateOf(message)).toBe(template);
  });

  it('is the same for messages that differ only in a number', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) =>
        expect(templateOf(`Row ${a} failed`)).toBe(templateOf(`Row ${b} failed`)),
      ),
    );
  });
});

describe('the kinds of messages', () => {
  const of = (...messages: string[]) =>
    kindsOf(
      messages.map((message) => ({ message })),
      50,
    );

  it('are sorted by frequency, each with its count and newest message', () => {
    const { kinds, other } = of('Bank refused file 3', 'No connection', 'Bank refused file 2', 'Bank refused file 1');
    expect(other).toBe(0);
    expect(kinds).toEqual([
      { template: 'Bank refused file #', count: 3, example: { message: 'Bank refused file 3' } },
      { template: 'No connection', count: 1, example: { message: 'No connection' } },
    ]);
  });

  it('combine messages that differ in only one of many words', () => {
    expect(of('The bank of Rome refused it', 'The bank of Oslo refused it').kinds).toMatchObject([
      { template: 'The bank of * refused it', count: 2 },
    ]);
  });

  it('count every message exactly once, whatever the maximum number of kinds', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 5 }), (messages, limit) => {
        const { kinds, other } = kindsOf(
          messages.map((message) => ({ message })),
          limit,
        );
        expect(kinds.reduce((sum, { count }) => sum + count, other)).toBe(messages.length);
        expect(kinds.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

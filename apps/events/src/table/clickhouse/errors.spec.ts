import { ClickHouseError } from '@clickhouse/client';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ofQuestion, ofRead, ofWrite } from './errors.ts';
import { ContentError, Unavailable } from '@portico/service';

const answered = (code: string, message: string): ClickHouseError => new ClickHouseError({ code, type: 'X', message });
const coded = (code: string): Error => Object.assign(new Error(code), { code });

const CUT_SHORT = answered('33', 'Cannot read all data in MergeTreeReaderCompact, file ids.proj/data.bin');
const INCORRECT_DATA = answered('117', 'Bad signature of a projection');
const NO_ROOM = answered('243', 'Cannot reserve 1.00 MiB');
const NO_QUORUM = ['285', '286', '289'].map((code) =>
  answered(code, 'Quorum for previous write has not been satisfied yet'),
);
const UNKNOWN_COLUMN = answered('47', 'Unknown expression identifier `colour`');
const BLAMED = answered('117', 'Cannot parse: (at row 3)');
const CONSTRAINT = answered('469', 'Constraint `possible` is violated at row 1. Expression: (…)');

describe('an error of ClickHouse', () => {
  it('becomes Unavailable for a background SELECT, whatever the error code', () => {
    for (const error of [CUT_SHORT, INCORRECT_DATA, NO_ROOM, UNKNOWN_COLUMN, BLAMED])
      expect(ofRead(error)).toBeInstanceOf(Unavailable);
  });

  it("becomes Unavailable for a caller's SELECT, unless the statement is at fault", () => {
    for (const error of [CUT_SHORT, INCORRECT_DATA, NO_ROOM, ...NO_QUORUM])
      expect(ofQuestion(error)).toBeInstanceOf(Unavailable);
    expect(ofQuestion(UNKNOWN_COLUMN)).toBe(UNKNOWN_COLUMN);
  });

  it('becomes a ContentError only if its message names a row of an INSERT', () => {
    for (const error of [BLAMED, CONSTRAINT]) expect(ofWrite(error)).toBeInstanceOf(ContentError);
    for (const error of [CUT_SHORT, INCORRECT_DATA, NO_ROOM, ...NO_QUORUM])
      expect(ofWrite(error)).toBeInstanceOf(Unavailable);
    expect(ofWrite(UNKNOWN_COLUMN)).toBe(UNKNOWN_COLUMN);
  });
});

describe('an error that ClickHouse did not return', () => {
  it('becomes Unavailable if the connection is at fault', () => {
    const faults = [
      'ECONNREFUSED',
      'ECONNRESET',
      'EPIPE',
      'ENOTFOUND',
      'ERR_STREAM_PREMATURE_CLOSE',
      'CERT_HAS_EXPIRED',
    ];
    for (const error of [...faults.map(coded), new Error('Timeout error.')])
      expect([ofRead(error), ofQuestion(error), ofWrite(error)]).toEqual(Array(3).fill(expect.any(Unavailable)));
  });

  it('is returned unchanged if it is a bug in the service', () => {
    const typeError = Object.assign(new TypeError('The "data" argument is invalid'), { code: 'ERR_INVALID_ARG_TYPE' });
    const shape = z.object({ id: z.number() }).safeParse({}).error;
    for (const error of [typeError, new RangeError('Invalid time value'), new Error('unheard of'), shape])
      expect([ofRead(error), ofQuestion(error), ofWrite(error)]).toEqual([error, error, error]);
  });
});

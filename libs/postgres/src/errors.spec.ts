import { describe, expect, it } from '@jest/globals';
import { ContentError, Unavailable } from '@portico/service';
import { ofPostgres } from './errors.ts';

const coded = (code: string, message = 'said the server'): Error => Object.assign(new Error(message), { code });

describe('ofPostgres', () => {
  it.each(['08006', '25006', '28P01', '3D000', '40001', '40P01', '53100', '55P03', '57014', '57P01', '58030'])(
    'classifies SQLSTATE %s as unavailable',
    (code) => {
      expect(ofPostgres(coded(code))).toBeInstanceOf(Unavailable);
    },
  );

  it.each(['ECONNREFUSED', 'EPIPE', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'classifies the connection error %s as unavailable',
    (code) => {
      expect(ofPostgres(coded(code))).toBeInstanceOf(Unavailable);
    },
  );

  it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect', 'Query read timeout'])(
    'classifies the message "%s" as unavailable',
    (message) => {
      expect(ofPostgres(new Error(message))).toBeInstanceOf(Unavailable);
    },
  );

  it.each(['22001', '22P02', '23503', '23505'])('classifies SQLSTATE %s as a content error', (code) => {
    const error = coded(code);
    expect(ofPostgres(error)).toMatchObject({ name: 'ContentError', message: error.message, cause: error });
    expect(ofPostgres(error)).toBeInstanceOf(ContentError);
  });

  it.each([
    coded('42703', 'column "nme" does not exist'),
    coded('42P01'),
    coded('53', 'the code of ClickHouse for a type mismatch'),
    coded('236'),
    coded('25P02'),
    coded('ERR_INVALID_ARG_TYPE'),
    new TypeError('x is not a function'),
    new Error('unheard of'),
  ])('returns %s unchanged as a defect', (error) => {
    expect(ofPostgres(error)).toBe(error);
  });
});

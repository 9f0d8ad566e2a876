import { describe, expect, it } from '@jest/globals';
import { toAnswer } from './exception.ts';
import { insertFrom, isInsert, isSeveral, resultFormat, takesRows } from './statement.ts';

describe('the text of a statement', () => {
  it.each([
    ['INSERT INTO t FORMAT JSONEachRow', true],
    ['  -- a note\n /* another */ insert into t values (1)', true],
    ['SELECT * FROM inserts', false],
    ['', false],
  ])('shows whether the statement is an insert: %j, %s', (sql, expected) => expect(isInsert(sql)).toBe(expected));

  it.each([
    ['INSERT INTO t FORMAT Native', "INSERT INTO t FROM INFILE '/a\\'b' FORMAT Native"],
    ['insert into t (a, b)\nformat CSV ', "insert into t (a, b) FROM INFILE '/a\\'b'\nformat CSV "],
    [
      "INSERT INTO t (a) SETTINGS x = 'FORMAT y', z=1 FORMAT JSONEachRow",
      "INSERT INTO t (a) FROM INFILE '/a\\'b' SETTINGS x = 'FORMAT y', z=1 FORMAT JSONEachRow",
    ],
  ])('can be changed to read its rows from a file: %j', (sql, expected) => {
    expect(takesRows(sql)).toBe(true);
    expect(insertFrom(sql, "/a'b")).toBe(expected);
  });

  it.each(['INSERT INTO t SELECT 1', 'INSERT INTO t VALUES (1)', 'SELECT 1 FORMAT CSV'])(
    'shows that the statement takes no separate rows: %j',
    (sql) => expect(takesRows(sql)).toBe(false),
  );

  it.each([
    ['SELECT 1; SELECT 2', true],
    ['SELECT 1;', false],
    ['SELECT 1; \n', false],
    ['SELECT 1; -- done', false],
    [`SELECT ';', 'it''s; \\'; fine', ";" FROM \`a;b\` -- ; no\n/* ; */`, false],
    [`SELECT '1'; DROP TABLE t`, true],
    ['INSERT INTO t FORMAT CSV\n1;2', false],
  ])('shows whether it contains several statements: %j, %s', (sql, expected) => expect(isSeveral(sql)).toBe(expected));

  it.each([
    ['SELECT 1 FORMAT JSON', 'JSON'],
    ['SELECT 1 FORMAT CSV SETTINGS max_threads = 1;', 'CSV'],
    ["SELECT 'FORMAT JSON'", 'TabSeparated'],
  ])('determines the format of the result: %j, %s', (sql, format) =>
    expect(resultFormat(sql, 'TabSeparated')).toBe(format),
  );
});

describe('exceptions', () => {
  it.each([
    [60, 404],
    [62, 400],
    [159, 408],
    [241, 500],
    [516, 403],
  ])('with the code %i have the HTTP status %i', (code, status) => {
    const answer = toAnswer(new Error(`Code: ${code}. DB::Exception: Words. (NAME)`), '26.7');
    expect(answer).toEqual({ status, code, body: `Code: ${code}. DB::Exception: Words. (NAME) (version 26.7)\n` });
  });

  it("get ClickHouse's format and code 1002 if they have no code", () => {
    expect(toAnswer(new Error('socket gone'), '26.7')).toMatchObject({ status: 500, code: 1002 });
  });
});

import { describe, expect, it } from '@jest/globals';
import { parseFlags } from './flags.ts';
import { UsageError } from './usage-error.ts';

const split = (line: string): string[] => line.split(' ').filter((word) => word !== '');
const required = '--integration payroll --event payrun.completed';

describe('the flags of the publisher', () => {
  it('require only an integration and an event', () => {
    expect(parseFlags(split(required))).toEqual({
      source: { name: 'payroll' },
      event: 'payrun.completed',
      type: undefined,
      result: 'SUCCESS',
      severity: 'INFO',
      traceId: undefined,
      id: undefined,
      details: { message: 'payrun.completed succeeded' },
      count: 1,
      rate: undefined,
      cloudEvent: undefined,
      brokers: undefined,
      api: undefined,
    });
  });

  it('accept ids instead of a name', () => {
    const flags = parseFlags(split('--source-id 4 --organization-id 2 --event x'));
    expect(flags?.source).toEqual({ sourceId: 4, organizationId: 2 });
  });

  it('give a failure the severity ERROR by default', () => {
    expect(parseFlags(split(`${required} --result failure`))).toMatchObject({ result: 'FAILURE', severity: 'ERROR' });
    expect(parseFlags(split(`${required} --result FAILURE --severity warn`))?.severity).toBe('WARN');
  });

  it('keep all details, in which --message overrides the message', () => {
    const details = ['--details', '{"message":"inside","run":{"id":5}}'];
    expect(parseFlags([...split(required), ...details])?.details).toEqual({ message: 'inside', run: { id: 5 } });
    expect(parseFlags([...split(required), ...details, '--message', 'said'])?.details).toEqual({
      message: 'said',
      run: { id: 5 },
    });
  });

  it('print help without validating other flags', () => {
    expect(parseFlags(['--help', '--source-id', 'x'])).toBeUndefined();
    expect(parseFlags(['-h'])).toBeUndefined();
  });

  it.each([
    ['', /^Whose event is it\?/],
    ['--integration payroll', /^What happened\?/],
    ['--source-id 1 --event x', /^Whose event is it\?/],
    ['--integration payroll --source-id 1 --event x', /^Give either --integration/],
    ['--source-id 0 --organization-id 1 --event x', /^--source-id should be a whole number from 1 to 2147483647/],
    ['--source-id 1 --organization-id 9999999999 --event x', /^--organization-id should be/],
    ['--source-id 1e3 --organization-id 1 --event x', /not '1e3'/],
    [`${required} --result OK`, /^--result should be one of SUCCESS, FAILURE, not 'OK'/],
    [`${required} --severity loud`, /^--severity should be one of TRACE, DEBUG/],
    [`${required} --trace-id 12`, /^--trace-id should be 32 lower-case hex digits/],
    [`${required} --details [1]`, /^--details should be a JSON object/],
    [`${required} --details {`, /^--details should be a JSON object/],
    [`${required} --details {"message":1}`, /^The message in --details should be text/],
    [`${required} --count 0`, /^--count should be a whole number/],
    [`${required} --count 2 --id a`, /^--id names one event/],
    [`${required} --rate 0.5`, /^--rate should be a whole number/],
    [`${required} --cloud-event json`, /^--cloud-event should be one of structured, binary/],
    [`${required} --type ${'x'.repeat(65)}`, /^--type should have 1 to 64 characters/],
    [`${required} --unknown 1`, /^Unknown option '--unknown'/],
    [`${required} --message`, /argument missing/],
    [`${required} more`, /^Unexpected argument 'more'/],
  ])('reject "%s" in one line', (line, message) => {
    const parse = () => parseFlags(split(line));
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(message);
    expect(parse).not.toThrow(/\n/);
  });

  describe('with a key', () => {
    const key = 'ptk_test_a';

    it('need no integration, and accept ids', () => {
      expect(parseFlags(split(`--key ${key} --event x`))).toMatchObject({ key, source: undefined });
      expect(parseFlags(split('--event x'), { PORTICO_KEY: key })).toMatchObject({ key, source: undefined });
      expect(parseFlags(split(`--key ${key} --event x --source-id 4 --organization-id 2`))).toMatchObject({
        source: { sourceId: 4, organizationId: 2 },
      });
    });

    it('select Kafka if brokers are given and the key is only in the environment', () => {
      const flags = parseFlags(split(`${required} --brokers localhost:9092`), { PORTICO_KEY: key });
      expect(flags).toMatchObject({ key: undefined, source: { name: 'payroll' } });
    });

    it.each([
      [`--event x --brokers localhost:9092`, /^Give either --key, or --brokers/],
      [`--event x --cloud-event binary`, /^--cloud-event is for Kafka/],
      [required, /^The key says whose event it is: leave out --integration/],
      ['--event x --source-id 4', /^Whose event is it\?/],
      ['', /^What happened\?/],
    ])('reject "%s" in one line', (line, message) => {
      const parse = () => parseFlags(split(`--key ${key} ${line}`));
      expect(parse).toThrow(UsageError);
      expect(parse).toThrow(message);
      expect(parse).not.toThrow(key);
    });
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { Flag, parseConfig, secretList, ServiceConfig } from './config.ts';

const Example = z.object({ ...ServiceConfig.shape, BROKERS: z.string(), APPROVAL: Flag.default(true) });
const sound = { PORT: '4000', IDENTITY_URL: 'http://127.0.0.1:4001', BROKERS: 'a:9092, b:9092' };

describe('parseConfig', () => {
  it('parses strings, numbers and flags and applies defaults', () => {
    expect(parseConfig(Example, { ...sound, APPROVAL: 'off', UNKNOWN: 'x' })).toEqual({
      config: {
        HOST: '127.0.0.1',
        PORT: 4000,
        LOG_LEVEL: 'info',
        DRAIN_SECONDS: 0,
        IDENTITY_URL: sound.IDENTITY_URL,
        OTEL_TRACES_SAMPLER: 'parentbased_always_on',
        OTEL_TRACES_SAMPLER_ARG: 1,
        BROKERS: sound.BROKERS,
        APPROVAL: false,
      },
    });
  });

  it('reports all missing, empty and invalid variables at once', () => {
    const result = parseConfig(Example, { PORT: 'abc', IDENTITY_URL: '', APPROVAL: 'perhaps' });
    const faults = 'faults' in result ? result.faults : [];
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['PORT', 'IDENTITY_URL', 'BROKERS', 'APPROVAL']);
    expect(faults[1]).toBe('IDENTITY_URL: is not set');
  });

  it('reads a value from the file in NAME_FILE and removes one trailing line break', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portico-config-'));
    const file = join(folder, 'brokers');
    writeFileSync(file, ' a:9092\n\n');
    const { BROKERS, ...rest } = sound;
    expect(parseConfig(Example, { ...rest, BROKERS_FILE: file })).toMatchObject({ config: { BROKERS: ' a:9092\n' } });
    expect(parseConfig(Example, { ...rest, BROKERS, BROKERS_FILE: '' })).toMatchObject({ config: { BROKERS } });
    expect(parseConfig(Example, { ...rest, BROKERS, BROKERS_FILE: file })).toEqual({
      faults: ['BROKERS: is set, and BROKERS_FILE as well'],
    });
    expect(parseConfig(Example, { ...rest, BROKERS_FILE: join(folder, 'gone') })).toEqual({
      faults: [expect.stringMatching(/^BROKERS_FILE: .*ENOENT/)],
    });
    rmSync(folder, { recursive: true });
  });

  it('names the variable of a list with an invalid entry', () => {
    const List = z.object({ SECRETS: secretList });
    expect(parseConfig(List, { SECRETS: `${'a'.repeat(32)},short` })).toEqual({
      faults: [expect.stringMatching(/^SECRETS: should be at least 32 characters each/)],
    });
  });

  it('does not read a file for a variable whose own name ends in _FILE', () => {
    const WithFile = Example.extend({ BROKERS_FILE: z.string() });
    const environment = { ...sound, BROKERS_FILE: '/nowhere' };
    expect(parseConfig(WithFile, environment)).toMatchObject({ config: { BROKERS: sound.BROKERS } });
  });

  it('passes an empty value to the schema for a name that allows empty values', () => {
    const faults = parseConfig(Example, { ...sound, APPROVAL: '' }, ['APPROVAL']);
    expect(faults).toEqual({ faults: [expect.stringMatching(/^APPROVAL: (?!is not set)/)] });
  });
});

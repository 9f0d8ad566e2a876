import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';

const ROOT = new URL('../../../', import.meta.url);
const FOLDER = new URL('.github/workflows/', ROOT);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

type Step = { uses?: string; run?: string };
type Workflow = { permissions?: unknown; jobs: Record<string, { steps: Step[]; 'timeout-minutes'?: number }> };

const files = readdirSync(FOLDER);
const workflows = files.map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));
const stepsOf = (text: string): Step[] => Object.values((parse(text) as Workflow).jobs).flatMap(({ steps }) => steps);

describe('the GitHub workflows', () => {
  let validate: ValidateFunction;
  beforeAll(() => {
    const schema: unknown = JSON.parse(read('tools/release/schemas/github-workflow.json'));
    validate = new Ajv({ strict: false, validateFormats: false }).compile(schema as object);
  });

  it('consist of ci.yml and release.yml', () => expect(files.toSorted()).toEqual(['ci.yml', 'release.yml']));

  it.each(workflows)('match the schema: $name', ({ text }) => {
    validate(parse(text));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('fail validation with a misspelled key', () => {
    expect(validate({ on: 'push', jobs: { one: { 'runs-on': 'ubuntu-24.04', stepz: [] } } })).toBe(false);
  });

  it.each(workflows)('refer to actions by commit, with the version in a comment: $name', ({ text }) => {
    const uses = text.split('\n').filter((line) => line.includes('uses: '));
    expect(uses.length).toBeGreaterThan(3);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each(workflows)('call only existing commands: $name', ({ text }) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = stepsOf(text).flatMap(({ run = '' }) => run.split('\n'));
    const called = commands.flatMap((line) => /npm run (?:--silent )?([\w:-]+)/.exec(line)?.[1] ?? []);
    expect(called.filter((name) => !(name in scripts))).toEqual([]);
    const files = commands.flatMap(
      (line) => /^(?:npm run (?:--silent )?node -- )?((?:\.ci|tools)\/\S+)/.exec(line)?.[1] ?? [],
    );
    expect(files.filter((file) => !existsSync(new URL(file, ROOT)))).toEqual([]);
    expect(called.length + files.length).toBeGreaterThan(0);
  });

  it.each(workflows)('have read-only permissions and a timeout of at most 90 minutes: $name', ({ text }) => {
    const { permissions, jobs } = parse(text) as Workflow;
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Flag, secret } from '@portico/service/config';
import { z } from 'zod';
import { readComments } from './comments.ts';
import { pageOf } from './page.ts';
import { faultsOf, variablesOf } from './variables.ts';

const common = z.object({ PORT: z.coerce.number(), ROLES: z.string().transform((list) => new Set(list.split(','))) });
const billing = common.extend({ KEY: secret(z.string().min(1)), MAIL: secret(z.url()).optional() });
const orgs = common.extend({ FLOW: Flag.default(true), ROLES: common.shape.ROLES.default(new Set(['a', 'b'])) });
const services = [
  { name: 'billing', schema: billing },
  { name: 'orgs', schema: orgs.superRefine(() => undefined) },
];
const commentOf = (name: string) => (name === 'FLOW' ? undefined : `What ${name} is.`);
const variables = variablesOf(services, commentOf);

describe('the configuration reference', () => {
  it('has one row per variable and meaning, with the services, the default, and a mark for secrets', () => {
    const rows = pageOf(variables, ['billing', 'orgs'])
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toEqual([
      '| `FLOW` | orgs | `true` |  |  |',
      '| `KEY` | billing | **required** | **secret**, `KEY_FILE` | What KEY is. |',
      '| `MAIL` | billing |  | **secret**, `MAIL_FILE` | What MAIL is. |',
      '| `PORT` | all | **required** |  | What PORT is. |',
      '| `ROLES` | billing | **required** |  | What ROLES is. |',
      '| `ROLES` | orgs | `a,b` |  | What ROLES is. |',
    ]);
  });

  it('reports a variable without a description', () => {
    expect(faultsOf(variables)).toEqual(['FLOW of orgs has no doc comment in its schema']);
  });
});

describe('readComments', () => {
  it("reads the comments above a schema's variables, and prefers an app's comment to a library's", () => {
    const root = mkdtempSync(join(tmpdir(), 'portico-comments-'));
    for (const folder of ['apps/orgs/src', 'libs/service/src']) mkdirSync(join(root, folder), { recursive: true });
    const lines = (app: string) =>
      `z.object({\n  /** A of ${app}. */\n  A: z.string(),\n  /**\n   * B of\n   * ${app}. */\n  B:`;
    writeFileSync(join(root, 'libs/service/src/config.ts'), `${lines('all')} z.string(),\n  C: z.string() })`);
    writeFileSync(join(root, 'apps/orgs/src/config.ts'), lines('orgs'));
    const commentOf = readComments(root);
    expect([
      commentOf('A', 'orgs'),
      commentOf('A', 'billing'),
      commentOf('B', 'billing'),
      commentOf('C', 'orgs'),
    ]).toEqual(['A of orgs.', 'A of all.', 'B of all.', undefined]);
    rmSync(root, { recursive: true });
  });
});

import { describe, expect, it } from '@jest/globals';
import { engines, STARTING } from '@portico/testkit';
import { runOps } from './run-ops.ts';

describe('npm run ops -- dead-letters', () => {
  it(
    'runs in the service that its argument names',
    async () => {
      const { said, code } = await runOps({ ...engines() }, 'dead-letters', 'list', 'orgs');
      expect(said).toMatch(/^\d+ dead letters waiting$/m);
      expect(code).toBe(said.endsWith('0 dead letters waiting\n') ? 0 : 1);
    },
    STARTING,
  );

  it('lists its actions and services', async () => {
    expect(await runOps({}, 'dead-letters', 'empty')).toMatchObject({
      code: 2,
      said: expect.stringContaining('list|show|replay|drop'),
    });
    expect(await runOps({}, 'dead-letters', 'show', 'nobody', '7')).toMatchObject({
      code: 2,
      said: expect.stringContaining("no service 'nobody'"),
    });
  });
});

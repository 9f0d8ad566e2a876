import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { Case, Stage } from './target.ts';

const run = randomBytes(4).toString('hex');
let count = 0;

async function resultOf<S extends Stage>(one: Case<S>, stage: S): Promise<unknown> {
  try {
    return await one.run(stage);
  } finally {
    stage.close();
  }
}

/** Runs each case against both brokers at the same time. Their results must be equal, unless the case declares a known difference. */
export function compare<S extends Stage>(
  cases: readonly Case<S>[],
  stageOn: (broker: 'embedded' | 'apache', id: string) => S,
): void {
  it.each(cases.map((one) => [one.name, one] as const))(
    'responds like Apache Kafka, except for declared differences: %s',
    async (_, one) => {
      const id = `c${run}-${count++}`;
      const [embedded, apache] = await Promise.all([
        resultOf(one, stageOn('embedded', id)),
        resultOf(one, stageOn('apache', id)),
      ]);
      if (one.deviates === undefined) expect(embedded).toEqual(apache);
      else expect(embedded).not.toEqual(apache);
    },
  );
}

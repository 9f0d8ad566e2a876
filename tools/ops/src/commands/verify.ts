import { parseArgs } from 'node:util';
import { type Command, UsageError } from '../command.ts';
import { apiOf, withStack } from '../environment.ts';
import { runInService, SERVICES } from '../service-operation.ts';
import { verifyCounts } from '../verify/counts.ts';
import { verifyPositions } from '../verify/positions.ts';
import type { Outcome } from '../verify/outcome.ts';

/** Compares every service's states, and its copies of other services' states, with the topics of these states. */
const verifyStates = async (environment: NodeJS.ProcessEnv): Promise<Outcome> => {
  const results = await Promise.all(
    SERVICES.map((service) => runInService(service, ['compare'], environment, { isQuiet: true })),
  );
  const printed = (wanted: boolean): string[] =>
    results.filter(({ isRight }) => isRight === wanted).map((result) => result.printed.trimEnd());
  return { faults: printed(false), agreed: printed(true).join(', ') };
};

const PARTS = {
  states: verifyStates,
  counts: async (environment: NodeJS.ProcessEnv, api?: string) => verifyCounts(await apiOf(environment, api)),
  positions: (environment: NodeJS.ProcessEnv) => verifyPositions(withStack(environment)),
};

export const command: Command = {
  usage: 'verify [--only=states,counts,positions] [--api=URL]   looks whether everything agrees, and changes nothing',
  run: async (args, environment) => {
    const { only, api } = parseArgs({ args, options: { only: { type: 'string' }, api: { type: 'string' } } }).values;
    const wanted = only?.split(',') ?? Object.keys(PARTS);
    const unknown = wanted.filter((name) => !(name in PARTS));
    if (unknown.length > 0)
      throw new UsageError(`--only takes ${Object.keys(PARTS).join(', ')}, not ${unknown.join()}`);
    const outcomes: Outcome[] = [];
    for (const [name, verify] of Object.entries(PARTS))
      if (wanted.includes(name)) outcomes.push(await verify(environment, api));
    const faults = outcomes.flatMap((outcome) => outcome.faults);
    for (const fault of faults) console.log(fault);
    if (faults.length === 0) console.log(`Everything matches: ${outcomes.map(({ agreed }) => agreed).join('; ')}`);
    return faults.length === 0;
  },
};

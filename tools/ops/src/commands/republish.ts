import { parseArgs } from 'node:util';
import type { Command } from '../command.ts';
import { runInService, serviceNamed } from '../service-operation.ts';

export const command: Command = {
  usage: 'republish <service> [--dry-run] [--end-missing]   publishes every state that its database holds again',
  run: async (args, environment) => {
    const { positionals } = parseArgs({
      args,
      options: { 'dry-run': { type: 'boolean' }, 'end-missing': { type: 'boolean' } },
      allowPositionals: true,
    });
    const service = serviceNamed(positionals[0]);
    const flags = args.filter((arg) => arg.startsWith('--'));
    return (await runInService(service, ['republish', ...flags], environment)).isRight;
  },
};

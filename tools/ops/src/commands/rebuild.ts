import { parseArgs } from 'node:util';
import { type Command, UsageError } from '../command.ts';
import { runInService, serviceNamed } from '../service-operation.ts';

export const command: Command = {
  usage: 'rebuild <service>.<table> [--dry-run]             makes a copy of states equal to its topic',
  run: async (args, environment) => {
    const { positionals } = parseArgs({ args, options: { 'dry-run': { type: 'boolean' } }, allowPositionals: true });
    const [service, table] = positionals[0]?.split('.') ?? [];
    if (table === undefined) throw new UsageError('name a copy, as orgs.users, integrations.organizations');
    const flags = args.filter((arg) => arg.startsWith('--'));
    return (await runInService(serviceNamed(service), ['rebuild', table, ...flags], environment)).isRight;
  },
};

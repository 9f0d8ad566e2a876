import type { Command } from '../command.ts';
import { runInService } from '../service-operation.ts';

export const command: Command = {
  usage: 'skip <topic>/<partition>/<offset>   lets the events service reject a record that ends its processes',
  run: async (args, environment) => (await runInService('events', ['skip', ...args], environment)).isRight,
};

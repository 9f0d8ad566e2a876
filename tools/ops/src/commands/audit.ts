import type { Command } from '../command.ts';
import { runInService } from '../service-operation.ts';

export const command: Command = {
  usage:
    'audit verify [--organization=ID] [--day=DAY]      names the first entry of each day that was dropped or altered',
  run: async (args, environment) => (await runInService('events', ['audit', ...args], environment)).isRight,
};

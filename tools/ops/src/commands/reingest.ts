import type { Command } from '../command.ts';
import { runInService } from '../service-operation.ts';

export const command: Command = {
  usage: 'reingest --from=<moment|earliest> [--dry-run]   stores what Kafka still has and the list of events lacks',
  run: async (args, environment) => (await runInService('events', ['reingest', ...args], environment)).isRight,
};

import { type Command, UsageError } from '../command.ts';
import { runInService, SERVICES, serviceNamed } from '../service-operation.ts';

const ACTIONS = ['list', 'show', 'replay', 'drop'];

export const command: Command = {
  usage: 'dead-letters list [<service>] | show|replay|drop <service> <id> [--reason=WHY]   domain events that failed',
  run: async ([action = '', ...args], environment) => {
    if (!ACTIONS.includes(action)) throw new UsageError(`dead-letters ${ACTIONS.join('|')} <service>, not '${action}'`);
    const [name, ...rest] = args;
    if (action !== 'list' || (name !== undefined && !name.startsWith('--'))) {
      const run = ['dead-letters', action, ...rest];
      return (await runInService(serviceNamed(name), run, environment)).isRight;
    }
    let isRight = true;
    for (const service of SERVICES) {
      console.log(`${service}:`);
      isRight = (await runInService(service, ['dead-letters', action, ...args], environment)).isRight && isRight;
    }
    return isRight;
  },
};

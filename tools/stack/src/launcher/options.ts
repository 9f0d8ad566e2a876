import { parseArgs } from 'node:util';
import { messageOf } from '../process/system-error.ts';
import { StartFault } from './fault.ts';

export type Options = {
  demo: boolean;
  fresh: boolean;
  /** Runs services and console from source, and restarts them after changes. */
  dev: boolean;
  help: boolean;
  /** File with environment variables. Variables that are already set take precedence. */
  envFile: string | undefined;
};

export const HELP = `Starts Portico on this machine: Kafka, PostgreSQL, ClickHouse, an OpenID provider, every service and the console.

  npm start [-- options]       built once, started fast
  npm run dev [-- options]     from source, with watch and hot reload

Options
  --no-demo          no demo organizations, integrations and events
  --fresh            delete the data folder's content first
  --env-file FILE    read environment variables from a file
  --help             this text

Environment (default)
  CONSOLE_PORT (3000), API_PORT (3001; the OpenID provider listens on the port after it), KAFKA_PORT (9092)
  PORTICO_DATA_DIR (.portico)
  KAFKA_BROKERS, POSTGRES_URL, CLICKHOUSE_URL, OIDC_ISSUER with OIDC_CLIENT_ID and OIDC_AUDIENCE,
  STRIPE_SECRET_KEY with STRIPE_WEBHOOK_SECRET, RECAPTCHA_SITE_KEY with RECAPTCHA_SECRET:
  the server to use instead of the one that would be started
`;

/** @throws StartFault that names an unknown option. */
export const readOptions = (args: readonly string[]): Options => {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'no-demo': { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        'env-file': { type: 'string' },
      },
    });
    const { fresh, dev, help } = values;
    return { demo: !values['no-demo'], fresh, dev, help, envFile: values['env-file'] };
  } catch (error) {
    const [sentence] = messageOf(error).split('. ');
    throw new StartFault(`${sentence?.replace(/\.$/, '')}. Options: --no-demo, --fresh, --env-file FILE, --help.`);
  }
};

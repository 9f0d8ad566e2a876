import { availableParallelism } from 'node:os';

/** The gateway is not among them: its port is the API's. */
const SERVICES = ['identity', 'orgs', 'integrations', 'billing', 'events', 'alerts'] as const;

/** A process of a service: all of it, or the roles that are named. */
export type Part = { name: string; app: string; roles?: string };

/**
 * The processes of the services. With a second processor, one of its own stores events, so that neither its work nor its garbage
 * collection delays live rows.
 * @param roles - of the one process of events, where the environment names them.
 */
export const partsOf = (processors = availableParallelism(), roles = process.env['EVENTS_ROLES']): Part[] =>
  SERVICES.flatMap((app): Part[] =>
    app === 'events' && processors > 1 && !roles
      ? [
          { name: app, app, roles: 'doors,live,queries' },
          { name: 'ingest', app, roles: 'ingest' },
        ]
      : [{ name: app, app }],
  );

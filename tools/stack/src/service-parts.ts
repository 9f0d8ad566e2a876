import { availableParallelism } from 'node:os';

/** The services except the gateway, which uses the port of the API. */
const SERVICES = ['identity', 'orgs', 'integrations', 'billing', 'events', 'alerts'] as const;

/** A process of a service: with all of its roles, or some. */
export type Part = { name: string; app: string; roles?: string };

/**
 * The processes of the services. On two or more processors, a separate process stores events, so that neither its work nor its
 * garbage collection delays live rows.
 * @param roles - roles of the single events process, if the environment sets them.
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

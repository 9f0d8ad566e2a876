import type { Episode } from '@portico/contracts/http/episodes';
import type { Uncorrected } from '@portico/contracts/http/rejected-events';
import { MAX_TROUBLE_EPISODES, type Trouble, type Troubles } from '@portico/contracts/http/trouble';
import { isWrong } from '../shared/trouble/standing.ts';
import { episodeOf } from './episode.ts';
import { ago } from './health.ts';
import { livenessOf } from './silence.ts';

/** The worst level of the live episodes, and the time since which that level applies. */
const failingOf = (episodes: Episode[]): Pick<Trouble, 'level' | 'since'> => {
  const open = episodes.filter(({ state }) => state === 'open');
  const trouble = open.filter(({ troubleAt }) => troubleAt !== null);
  const [level, failures] =
    trouble.length > 0
      ? (['failing', trouble] as const)
      : open.length > 0
        ? (['below', open] as const)
        : (['recovering', episodes] as const);
  return { level, since: failures.map(({ firstFailureAt }) => firstFailureAt).toSorted()[0] ?? ago(1) };
};

/** The trouble of an integration with these live episodes, as the server sends it. */
export const troubleOf = (
  integrationId: number,
  change: Partial<Trouble> = {},
  episodes: Episode[] = [episodeOf(9, { integrationId, integration: change.integration ?? 'Payroll' })],
): Trouble => {
  const { level, since } = failingOf(episodes);
  return {
    integrationId,
    integration: 'Payroll',
    organizationId: 4,
    organization: 'Northwind',
    level,
    since,
    impact: level === 'recovering' ? null : { failures: 12, share: 30, minutes: 10 },
    episodes: episodes.slice(0, MAX_TROUBLE_EPISODES),
    episodeCount: episodes.length,
    events: { where: `integration:#${integrationId} organization:#4`, status: 'FAILURE', from: since },
    reason: 'Bank rejected the file',
    silence: null,
    maintenance: null,
    ...change,
  };
};

/** A silent integration that does not fail. */
export const silentOf = (integrationId: number, change: Partial<Trouble> = {}): Trouble => {
  const lastArrivalAt = ago(26 * 60);
  const { integration = 'Payroll' } = change;
  const silence = livenessOf(integrationId, { integration, state: 'silent', lastArrivalAt, expected: 31.4 });
  return troubleOf(
    integrationId,
    { level: 'silent', since: lastArrivalAt, impact: null, events: null, reason: null, silence, ...change },
    [],
  );
};

export const troublesOf = (...data: Trouble[]): Troubles => ({
  data,
  count: data.length,
  wrong: data.filter(isWrong).length,
});

export const answeringTrouble =
  (...rows: Trouble[]) =>
  ({ searchParams }: URL): Troubles => {
    const ids = searchParams.get('integrations')?.split(',').map(Number);
    return troublesOf(...rows.filter(({ integrationId }) => ids?.includes(integrationId) ?? true));
  };

export const uncorrectedOf = (integration_id: number | null, change: Partial<Uncorrected> = {}): Uncorrected => ({
  integration_id,
  integration: 'Banking',
  organization: 'Northwind',
  count: 1,
  since: ago(60),
  last_at: ago(60),
  ...change,
});

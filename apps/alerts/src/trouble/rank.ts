import { TROUBLE_LEVELS, type TroubleLevel } from '@portico/contracts/http/trouble';

/** The sort key of integrations in trouble. `since`: milliseconds since 1970. */
export type Ranked = {
  integrationId: number;
  level: TroubleLevel;
  since: number;
  failures: number;
  total: number;
  isInMaintenance: boolean;
};

const shareOf = ({ failures, total }: Ranked): number => failures / Math.max(1, total);

/** Whether it needs attention now. */
export const isWrong = ({ level, isInMaintenance }: Pick<Ranked, 'level' | 'isInMaintenance'>): boolean =>
  !isInMaintenance && (level === 'failing' || level === 'silent');

/** The worst first: by level, then by failures, share and age; those in maintenance last. */
export const byImpact = (a: Ranked, b: Ranked): number =>
  Number(a.isInMaintenance) - Number(b.isInMaintenance) ||
  TROUBLE_LEVELS.indexOf(a.level) - TROUBLE_LEVELS.indexOf(b.level) ||
  b.failures - a.failures ||
  shareOf(b) - shareOf(a) ||
  a.since - b.since ||
  a.integrationId - b.integrationId;

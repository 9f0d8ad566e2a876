import type { Trouble, Troubles } from '@portico/contracts/http/trouble';
import { formatNumber } from '@portico/ui';

/** Whether somebody has to look at it now; the server counts by the same rule. */
export const isWrong = ({ level, maintenance }: Pick<Trouble, 'level' | 'maintenance'>): boolean =>
  maintenance === null && (level === 'failing' || level === 'silent');

export const nameOf = ({ integration, integrationId }: Pick<Trouble, 'integration' | 'integrationId'>): string =>
  integration ?? `Integration ${integrationId}`;

/** What every place shows of the one answer. */
export type Standing = {
  /** The lines of the overview and the cards of customers, the worst first. */
  rows: readonly Trouble[];
  /** How many more there are than rows. */
  more: number;
  /** The number in the menu. */
  wrong: number;
  /** The sentence in the bell; null while nothing is wrong. */
  summary: string | null;
  /** What a row of the Integration Manager and the page of an integration show. */
  of: (integration: number) => Trouble | undefined;
};

const NAMED = 3;

const summaryOf = (rows: readonly Trouble[], wrong: number): string | null => {
  const [first, ...others] = rows.filter(isWrong);
  if (first === undefined) return null;
  if (others.length === 0) return `${nameOf(first)} is ${first.level}`;
  const names = [first, ...others].slice(0, NAMED).map(nameOf).join(', ');
  const rest = wrong - Math.min(NAMED, others.length + 1);
  return `${formatNumber(wrong)} integrations are failing or silent: ${names}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`;
};

/** Derives from the answer what the overview, the menu, the bell, the lists and the pages show. */
export const standingOf = ({ data, count, wrong }: Troubles): Standing => {
  const byIntegration = new Map(data.map((row) => [row.integrationId, row]));
  return {
    rows: data,
    more: count - data.length,
    wrong,
    summary: summaryOf(data, wrong),
    of: (integration) => byIntegration.get(integration),
  };
};

/** `isEmpty`: undefined until the source has answered. */
export type Source = { isEmpty: boolean | undefined; isError: boolean };

/** Whether a tick may be shown: each source has answered that nothing is wrong, and nothing failed in the period beside it. */
export const isAllClear = (sources: readonly Source[], failures: number | undefined): boolean =>
  failures === 0 && sources.every(({ isEmpty, isError }) => isEmpty === true && !isError);

import type { Trouble, Troubles } from '@portico/contracts/http/trouble';
import { formatNumber } from '@portico/ui';
import { nameOf } from '../health/names.ts';

/** Whether trouble needs attention now. The server counts by the same rule. */
export const isWrong = ({ level, maintenance }: Pick<Trouble, 'level' | 'maintenance'>): boolean =>
  maintenance === null && (level === 'failing' || level === 'silent');

/** Derived from one response, so that all parts of the console agree. */
export type Standing = {
  /** The rows of the overview and of customers' cards, worst trouble first. */
  rows: readonly Trouble[];
  /** Number of further integrations with trouble, which are not in the rows. */
  more: number;
  /** Number of integrations that need attention, shown in the menu. */
  wrong: number;
  /** The sentence in the bell; null if no integration needs attention. */
  summary: string | null;
  of: (integration: number) => Trouble | undefined;
};

const MAX_NAMES = 3;

const summaryOf = (rows: readonly Trouble[], wrong: number): string | null => {
  const [first, ...others] = rows.filter(isWrong);
  if (first === undefined) return null;
  if (others.length === 0) return `${nameOf(first)} is ${first.level}`;
  const names = [first, ...others].slice(0, MAX_NAMES).map(nameOf).join(', ');
  const more = wrong - Math.min(MAX_NAMES, others.length + 1);
  return `${formatNumber(wrong)} integrations are failing or silent: ${names}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
};

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

/** A source of problems in the overview, such as dead letters. `isEmpty` is undefined while the source loads. */
type Source = { isEmpty: boolean | undefined; isError: boolean };

/** Whether to show a tick. Requires that each source has loaded and is empty, and that no event failed in the displayed period. */
export const isAllClear = (sources: readonly Source[], failures: number | undefined): boolean =>
  failures === 0 && sources.every(({ isEmpty, isError }) => isEmpty === true && !isError);

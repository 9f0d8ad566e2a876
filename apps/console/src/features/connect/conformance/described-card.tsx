import { useQuery } from '@tanstack/react-query';
import { FileBraces } from 'lucide-react';
import type { Connect } from '@portico/contracts/http/connect';
import { formatNumber } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { FigureCard } from '../../../shared/health/figure-card.tsx';
import { schemasQuery } from '../contract/schemas/schemas.queries.ts';

/** An event name, and the number of listed events with this name in the period. */
export type NameCount = { event_name: string; count: number };

/** The percentage of events whose names have a schema. It is rounded down, so that 100% means all events. */
export const describedText = (names: readonly NameCount[], described: ReadonlySet<string>): string => {
  const sum = (counts: readonly NameCount[]) => counts.reduce((total, { count }) => total + count, 0);
  const all = sum(names);
  const share = sum(names.filter(({ event_name }) => described.has(event_name)));
  return all === 0 ? '–' : `${formatNumber(Math.floor((share / all) * 100))}%`;
};

type DescribedCardProps = {
  connect: Pick<Connect, 'id'>;
  /** Undefined while loading; null: too many events to count. */
  names: readonly NameCount[] | null | undefined;
  others: number;
};

/** The share of listed events with a declared schema, inside `FigureCards`. */
export const DescribedCard = ({ connect: { id }, names, others }: DescribedCardProps) => {
  const api = useApi();
  const { data, isError } = useQuery(schemasQuery(api, id));
  const isLost = isError && data === undefined;
  const described = data && new Set(data.data.map(({ event_name }) => event_name));
  const noteOf = (): string | undefined => {
    if (isLost) return 'The described events could not be loaded';
    if (names === null) return 'Too many events to count';
    if (!names || !described) return undefined;
    const count = names.filter(({ event_name }) => described.has(event_name)).length;
    const note = `${formatNumber(count)} of ${formatNumber(names.length)} event names have a schema`;
    return others > 0 ? `${note}; ${formatNumber(others)} less frequent names are not counted` : note;
  };
  return (
    <FigureCard
      name="Described"
      icon={FileBraces}
      value={isLost || names === null ? '–' : names && described && describedText(names, described)}
      note={noteOf()}
    />
  );
};

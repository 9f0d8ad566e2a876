import { lazyPart, SearchBox } from '@portico/ui';
import type { EventsFilter } from '../events-search.ts';
import { boxText, readTyped } from '../query/question.ts';
import type { SuggestionsFrom } from './use-suggestions.ts';

const QueryAssist = lazyPart(async () => (await import('./query-assist.tsx')).QueryAssist);

export type QueryBoxProps = SuggestionsFrom & { onNarrow: (change: EventsFilter) => void };

/** Searches the events by text or query, unless the query has a fault. */
export const QueryBox = ({ onNarrow, ...from }: QueryBoxProps) => {
  const search = (text: string) => {
    const read = readTyped(text);
    if ('change' in read) onNarrow(read.change);
  };
  return (
    <SearchBox
      placeholder="Search Events..."
      value={boxText(from.search)}
      onSearch={search}
      renderAssist={(assist) => <QueryAssist {...assist} {...from} />}
    />
  );
};

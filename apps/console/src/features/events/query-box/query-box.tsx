import { Suspense, useRef } from 'react';
import { lazyPart, SearchBox } from '@portico/ui';
import type { EventsFilter } from '../events-search.ts';
import { boxText, isPlain } from '../query/plain.ts';
import type { SuggestionsFrom } from './use-suggestions.ts';

const QueryAssist = lazyPart(async () => (await import('./query-assist.tsx')).QueryAssist);

export type QueryBoxProps = SuggestionsFrom & { onNarrow: (change: EventsFilter) => void };

/** Searches the events: plain text as it is, anything else as a query, unless that has a fault. */
export const QueryBox = ({ onNarrow, ...from }: QueryBoxProps) => {
  const latest = useRef('');
  const search = async (text: string) => {
    latest.current = text;
    if (isPlain(text)) onNarrow({ query: text || undefined, where: undefined });
    else {
      const { readTyped } = await import('../query/question.ts');
      const read = readTyped(text);
      // While the parser was loaded something else may have been searched for.
      if ('change' in read && latest.current === text) onNarrow(read.change);
    }
  };
  return (
    <SearchBox
      placeholder="Search Events..."
      value={boxText(from.search)}
      onSearch={(text) => void search(text)}
      renderAssist={(assist) => (
        <Suspense>
          <QueryAssist {...assist} {...from} />
        </Suspense>
      )}
    />
  );
};

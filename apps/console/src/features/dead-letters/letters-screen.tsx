import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { type DeadLetter, LETTER_SERVICES, LETTER_STATES } from '@portico/contracts/http/dead-letters';
import { type Column, EmptyState, Filter, formatNumber, formatTime, Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { ListPage } from '../../shared/lists/list-page.tsx';
import { lettersQuery } from './letters.queries.ts';
import type { LettersSearch } from './letters-search.ts';
import * as styles from './letters.css.ts';
import { LetterDialog } from './letter-dialog.tsx';

const columns: readonly Column<DeadLetter>[] = [
  { id: 'reason', header: 'Reason', inCard: 'title', cell: ({ reason }) => reason },
  {
    id: 'place',
    header: 'Event',
    inCard: 'line',
    cell: ({ topic, partition, offset }) => (
      <span className={styles.code}>
        {topic} {partition}:{offset}
      </span>
    ),
  },
  { id: 'state', header: 'State', inCard: 'titleEnd', cell: ({ state }) => state },
  {
    id: 'failed',
    header: 'Failed',
    inCard: 'note',
    cell: ({ failedAt }) => <time dateTime={failedAt}>{formatTime(failedAt)}</time>,
  },
];

export type LettersScreenProps = {
  search: LettersSearch;
  /** The way back to the screen that this one is a part of. */
  back: ReactNode;
  onSearchChange: (search: LettersSearch, options?: { replace: boolean }) => void;
};

/** Domain events that a service could not apply, until an administrator replays or drops each. */
export const LettersScreen = ({ search, back, onSearchChange }: LettersScreenProps) => {
  const api = useApi();
  const { service = LETTER_SERVICES[0], state = 'waiting' } = search;
  const query = useQuery(lettersQuery(api, service, search));
  const [opened, setOpened] = useState<number | null>(null);
  const waiting = query.data?.waiting ?? 0;
  return (
    <Screen heading="Dead letters" tools={back}>
      <div className={styles.toolbar}>
        <Filter
          label="Service"
          options={LETTER_SERVICES}
          value={service}
          onChange={(text) =>
            onSearchChange({ service: LETTER_SERVICES.find((one) => one === text), state: search.state })
          }
        />
        <Filter
          label="State"
          options={LETTER_STATES}
          value={state === 'all' ? null : state}
          onChange={(text) =>
            onSearchChange({ service: search.service, state: LETTER_STATES.find((one) => one === text) ?? 'all' })
          }
        />
        {query.data && (
          <p className={styles.note}>
            {waiting === 0 ? 'Nothing waits' : `${formatNumber(waiting)} waiting`} in {service}
          </p>
        )}
      </div>
      <ListPage
        label="Dead letters"
        failure="Dead letters could not be loaded"
        empty={<EmptyState icon={MailCheck} title="No dead letters." />}
        columns={columns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onOpen={({ id }) => setOpened(id)}
      />
      {opened !== null && <LetterDialog service={service} id={opened} onClose={() => setOpened(null)} />}
    </Screen>
  );
};

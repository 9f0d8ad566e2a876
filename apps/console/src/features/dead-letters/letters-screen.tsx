import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { LETTER_SERVICES, LETTER_STATES } from '@portico/contracts/http/dead-letters';
import { Alert, type Column, EmptyState, Filter, formatNumber, formatTime, Row, Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { ListPage } from '../../shared/lists/list-page.tsx';
import { type LetterRow, lettersQuery } from './letters.queries.ts';
import type { LettersSearch } from './letters-search.ts';
import * as styles from './letters.css.ts';
import { LetterDialog } from './letter-dialog.tsx';

const columns: readonly Column<LetterRow>[] = [
  { id: 'reason', header: 'Reason', inCard: 'title', cell: ({ reason }) => reason },
  { id: 'service', header: 'Service', inCard: 'note', cell: ({ service }) => service },
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
    inCard: 'noteNext',
    cell: ({ failedAt }) => <time dateTime={failedAt}>{formatTime(failedAt)}</time>,
  },
];

type LettersScreenProps = {
  search: LettersSearch;
  onSearchChange: (search: LettersSearch, options?: { replace: boolean }) => void;
};

/** Lists domain events that a service could not apply. An administrator replays or drops each of them. */
export const LettersScreen = ({ search, onSearchChange }: LettersScreenProps) => {
  const api = useApi();
  const { service, state = 'waiting' } = search;
  const query = useQuery(lettersQuery(api, search));
  const [opened, setOpened] = useState<LetterRow | null>(null);
  const { waiting = 0, missing = [] } = query.data ?? {};
  return (
    <Screen heading="Dead letters">
      <Row>
        <Filter
          label="Service"
          options={LETTER_SERVICES}
          value={service ?? null}
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
            {waiting === 0 ? 'No dead letters waiting' : `${formatNumber(waiting)} waiting`}
            {service !== undefined && ` in ${service}`}
          </p>
        )}
      </Row>
      {missing.length > 0 && <Alert variant="danger" title={`No answer from ${missing.join(', ')}`} />}
      <ListPage
        label="Dead letters"
        failure="Dead letters could not be loaded"
        empty={<EmptyState icon={MailCheck} title="No dead letters." />}
        columns={columns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onOpen={setOpened}
      />
      {opened !== null && <LetterDialog service={opened.service} id={opened.letter} onClose={() => setOpened(null)} />}
    </Screen>
  );
};

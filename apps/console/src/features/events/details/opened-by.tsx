import { useQuery } from '@tanstack/react-query';
import { openEvent } from '@portico/contracts/http/event-openings';
import type { EventRow } from '@portico/contracts/http/events';
import type { TimeZone } from '@portico/ui';
import { QUIET, readQuery } from '../../../api/calls.ts';
import { useApi } from '../../../api/use-api.ts';
import { actorName } from '../../../shared/audit/actor-name.ts';
import { eventKey } from '../events-search.ts';
import { Moment } from './event-fields.tsx';
import * as styles from './details.css.ts';

/** Records that the viewer opened a stored event. Shows managers and administrators the other people who opened the event. */
export const OpenedBy = ({ event, zone }: { event: EventRow; zone: TimeZone }) => {
  const api = useApi();
  const { source_id, id, timestamp } = event;
  const options = { enabled: event.stored_at !== null, staleTime: 60_000, ...QUIET };
  const { data } = useQuery(
    readQuery(api, ['openings', eventKey(event)], openEvent, { query: { source_id, id, timestamp } }, options),
  );
  if (!data?.openedBy?.length) return null;
  return (
    <dl className={styles.fields}>
      <div className={styles.field}>
        <dt className={styles.name}>Opened by</dt>
        {data.openedBy.map(({ email, role, at }) => (
          <dd key={`${at} ${email}`} className={styles.value}>
            <bdi>{actorName(email, role, 'a deleted person')}</bdi>
            <Moment moment={at} zone={zone} />
          </dd>
        ))}
      </div>
    </dl>
  );
};

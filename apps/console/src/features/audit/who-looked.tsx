import { useInfiniteQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { ListedAuditEntry } from '@portico/contracts/http/audit';
import { Button, EmptyState, formatNumber, List, ListRow, Note, Row, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { actorName } from '../../shared/audit/actor-name.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { auditQuery } from './audit.queries.ts';

/** Actions by which a person saw events, with the verb of the displayed sentence. */
const VERBS: Readonly<Record<string, string>> = {
  'events.list': 'read',
  'events.live': 'watched',
  'events.export': 'exported',
  'event.open': 'opened',
  'event.reveal': 'revealed hidden parts of',
  'trace.read': 'read',
  'rejected-events.list': 'read',
  'rejected-event.read': 'opened',
  'test-events.list': 'read',
};

const dayFormat = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });

/** One line per person, day and verb, the latest first. */
function toLines(entries: readonly ListedAuditEntry[]) {
  const readEntries = entries.filter(({ action, rows }) => action in VERBS && rows !== 0);
  const groups = Map.groupBy(
    readEntries,
    ({ actor, action, time }) => `${time.slice(0, 10)} ${actor.id} ${VERBS[action]}`,
  );
  return [...groups].map(([key, [first, ...others]]) => {
    if (!first) throw new Error('a group without an entry');
    const rows = [first, ...others].reduce((sum, entry) => sum + (entry.rows ?? 1), 0);
    const { email, role, kind } = first.actor;
    const events = `${formatNumber(rows)} of your events`;
    const day = dayFormat.format(new Date(first.time));
    return { key, text: `${actorName(email, role, kind)} ${VERBS[first.action]} ${events} on ${day}` };
  });
}

/** Lists the people who saw an organization's events. */
export const WhoLooked = ({ id }: { id: number }) => {
  const query = useInfiniteQuery(auditQuery(useApi(), { organization: id }));
  if (query.data === undefined)
    return <LoadState title="The people who viewed your events could not be loaded" query={query} height="10rem" />;
  const lines = toLines(query.data.pages.flatMap(({ data }) => data));
  return (
    <Stack gap={4}>
      <Note>
        Portico records each person once per hour: for lists and live views with the number of events shown, and for
        each opened event. Days are in UTC.
      </Note>
      {lines.length === 0 ? (
        <EmptyState isFramed level={2} icon={Eye} title="No one has viewed your events yet" />
      ) : (
        <List label="Who viewed events">
          {lines.map(({ key, text }) => (
            <ListRow key={key}>
              <bdi>{text}</bdi>
            </ListRow>
          ))}
        </List>
      )}
      {query.hasNextPage && (
        <Row>
          <Button variant="secondary" isLoading={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            Show earlier views
          </Button>
        </Row>
      )}
    </Stack>
  );
};

import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { EmptyState, List, ListRow, Note, Row, Screen, Skeleton, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { useNow } from '../../shared/health/ago.tsx';
import { integrationHref } from '../../shared/health/hrefs.ts';
import { MaintenanceMark } from '../../shared/maintenance/maintenance-mark.tsx';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { notHeardText } from '../../shared/silence/silence-words.ts';
import { troubleQuery } from '../../shared/trouble/trouble.queries.ts';
import { MissedActions } from './missed-actions.tsx';
import * as styles from './silence.css.ts';

/**
 * Lists integrations that are quiet or silent.
 * @param isAdmin links each integration to its page
 */
export const SilenceScreen = ({ isAdmin }: { isAdmin: boolean }) => {
  const query = useQuery(troubleQuery(useApi()));
  const now = useNow();
  const silent = query.data?.data.flatMap(({ silence, ...row }) => (silence ? [{ ...row, silence }] : []));
  return (
    <Screen heading="Silence" lead="Integrations that usually would have sent an event by now.">
      {query.isPending && (
        <div aria-busy>
          <Skeleton height="10rem" />
        </div>
      )}
      {query.isError && <LoadFailure title="Silent integrations could not be loaded" query={query} />}
      {silent?.length === 0 && !query.isError && (
        <EmptyState isFramed icon={CircleCheck} title="Every integration sends as usual." />
      )}
      {silent !== undefined && silent.length > 0 && (
        <List label="Silent integrations">
          {silent.map(({ integrationId, organization, maintenance, silence }) => (
            <ListRow key={integrationId}>
              <Row justify="between">
                <Stack gap={1}>
                  <span className={styles.sentence}>{notHeardText(silence, now)}</span>
                  {isAdmin && (
                    <Note>
                      {organization !== null && `${organization} · `}
                      <a href={integrationHref(integrationId)}>
                        Usual week of {silence.integration ?? `integration ${integrationId}`}
                      </a>
                    </Note>
                  )}
                  {maintenance && <MaintenanceMark maintenance={maintenance} />}
                </Stack>
                <MissedActions liveness={silence} />
              </Row>
            </ListRow>
          ))}
        </List>
      )}
    </Screen>
  );
};

import { useQuery } from '@tanstack/react-query';
import type { Episode, EpisodeKinds } from '@portico/contracts/http/episodes';
import { counted, formatNumber, formatTime, Stack } from '@portico/ui';
import { textLink } from '@portico/ui/styles';
import { useApi } from '../../../api/use-api.ts';
import { traceHref } from '../../../shared/health/hrefs.ts';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { useTimeZone } from '../../../shared/time/time-zone.ts';
import { episodeKindsQuery } from '../episodes.queries.ts';
import * as styles from './page.css.ts';

const leadOf = ({ count, countIsExact, sampled, kinds }: EpisodeKinds): string => {
  const reasons = counted(kinds.length, 'reason');
  if (sampled >= count && countIsExact) return `${reasons}, of all ${formatNumber(count)} failures`;
  return `${reasons}, of the newest ${formatNumber(sampled)} of ${countIsExact ? '' : 'at least '}${formatNumber(count)} failures`;
};

/** Lists failures grouped by message. Messages that differ only in numbers, ids or names are in one group. */
export const Kinds = ({ episode }: { episode: Episode }) => {
  const api = useApi();
  const query = useQuery(episodeKindsQuery(api, episode));
  const zone = useTimeZone();
  const { data } = query;
  return (
    <section className={styles.panel} aria-labelledby="episode-kinds">
      <h2 id="episode-kinds" className={styles.heading}>
        Failures by message
      </h2>
      {!data && <LoadState isInside title="The failures could not be loaded" query={query} height="4rem" />}
      {data && data.kinds.length === 0 && (
        <p className={styles.small}>The events of this episode are no longer stored.</p>
      )}
      {data && data.kinds.length > 0 && (
        <>
          <p className={styles.small}>{leadOf(data)}</p>
          <ol>
            {data.kinds.map(({ template, count, example }) => (
              <li key={template} className={styles.kind}>
                <span className={styles.count}>{formatNumber(count)}×</span>
                <Stack gap={1}>
                  <p className={styles.template}>{template}</p>
                  {example.message !== template && <p className={styles.example}>{example.message}</p>}
                  <p className={styles.small}>
                    <a className={textLink} href={traceHref(example, episode.integrationId)}>
                      Newest {formatTime(example.timestamp, zone)}
                    </a>
                  </p>
                </Stack>
              </li>
            ))}
            {data.other > 0 && (
              <li className={styles.kind}>
                <span className={styles.count}>{formatNumber(data.other)}×</span>
                <p className={styles.small}>Other messages</p>
              </li>
            )}
          </ol>
        </>
      )}
    </section>
  );
};

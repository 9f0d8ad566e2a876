import { useQuery } from '@tanstack/react-query';
import type { Episode, EpisodeKinds } from '@portico/contracts/http/episodes';
import { counted, formatNumber, formatTime, Skeleton } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { traceHref } from '../../../shared/health/hrefs.ts';
import { LoadFailure } from '../../../shared/messages/load-failure.tsx';
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
    <section className={styles.panel} aria-labelledby="episode-kinds" aria-busy={query.isPending}>
      <h2 id="episode-kinds" className={styles.heading}>
        Failures by message
      </h2>
      {query.isPending && <Skeleton height="4rem" />}
      {query.isError && data === undefined && (
        <LoadFailure isInside title="The failures could not be loaded" query={query} />
      )}
      {data && data.kinds.length === 0 && (
        <p className={styles.small}>The events of this episode are no longer stored.</p>
      )}
      {data && data.kinds.length > 0 && (
        <>
          <p className={styles.small}>{leadOf(data)}</p>
          <ol className={styles.kinds}>
            {data.kinds.map(({ template, count, example }) => (
              <li key={template} className={styles.kind}>
                <span className={styles.count}>{formatNumber(count)}×</span>
                <div className={styles.words}>
                  <p className={styles.template}>{template}</p>
                  {example.message !== template && <p className={styles.example}>{example.message}</p>}
                  <p className={styles.small}>
                    <a className={styles.link} href={traceHref(example, episode.integrationId)}>
                      Newest {formatTime(example.timestamp, zone)}
                    </a>
                  </p>
                </div>
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

import { Siren } from 'lucide-react';
import type { Trouble } from '@portico/contracts/http/trouble';
import { Badge, formatNumber } from '@portico/ui';
import { surface } from '@portico/ui/styles';
import { takenText, titleOf } from '../episodes/episode-words.ts';
import { mark } from '../episodes/part-of-episode.css.ts';
import { useNow } from '../health/ago.tsx';
import { episodeHref, episodesHref } from '../health/hrefs.ts';
import { useStanding } from './trouble.queries.ts';
import { spanOf, troubleTitle } from './trouble-words.ts';
import * as styles from './trouble-mark.css.ts';

const TONES = { failing: 'danger', silent: 'danger', below: 'neutral', recovering: 'warning' } as const;

const markText = (trouble: Trouble, now: number): string => {
  switch (trouble.level) {
    case 'failing':
      return `Failing for ${spanOf(trouble, now)}`;
    case 'silent':
      return 'Silent';
    case 'below':
      return 'Below the threshold';
    case 'recovering':
      return 'Recovering';
  }
};

const TroubleBadge = ({ trouble }: { trouble: Trouble }) => (
  <Badge tone={trouble.maintenance === null ? TONES[trouble.level] : 'neutral'} icon={Siren}>
    {markText(trouble, useNow())}
  </Badge>
);

const hrefOf = ({ episodes: [first, ...others], integrationId }: Trouble): string =>
  first && others.length === 0 ? episodeHref(first.id) : episodesHref(integrationId);

export const TroubleMark = ({ trouble }: { trouble: Trouble }) => (
  <a className={mark} href={hrefOf(trouble)} title={troubleTitle(trouble, useNow())}>
    <TroubleBadge trouble={trouble} />
  </a>
);

type TroubleOfProps = { integration: number; viewer: number };

/** Hidden if there is no trouble. */
export const TroubleOf = ({ integration, viewer }: TroubleOfProps) => {
  const trouble = useStanding([integration])?.of(integration);
  const now = useNow();
  if (trouble === undefined) return null;
  const more = trouble.episodeCount - trouble.episodes.length;
  return (
    <ul className={surface} aria-label="Problems of this integration">
      <li className={styles.item}>
        <TroubleBadge trouble={trouble} />
        <span className={styles.sentence}>{troubleTitle(trouble, now)}</span>
      </li>
      {trouble.episodes.map((episode) => (
        <li key={episode.id} className={styles.item}>
          <a className={styles.link} href={episodeHref(episode.id)}>
            {titleOf(episode, now)}
          </a>
          <span className={styles.takenBy}>{takenText(episode, viewer)}</span>
        </li>
      ))}
      {more > 0 && (
        <li className={styles.item}>
          <a className={styles.link} href={episodesHref(integration)}>
            {formatNumber(more)} more
          </a>
        </li>
      )}
    </ul>
  );
};

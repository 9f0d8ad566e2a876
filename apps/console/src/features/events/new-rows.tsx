import { ArrowUp } from 'lucide-react';
import { Icon } from '@portico/ui';
import { newsText } from './live-words.ts';
import { scrollToTop } from './scrolling.ts';
import type { ShownLive } from './use-live-list.ts';
import * as styles from './new-rows.css.ts';

/** Floats above the list while it is paused: how many rows have come, and the way to them. */
export const NewRows = ({ pausing, news }: Pick<ShownLive, 'pausing' | 'news'>) => {
  if (pausing.reason === null || news === null || news.arrived === 0) return null;
  const show = () => {
    scrollToTop();
    // At the top a pause by scrolling ends by itself.
    if (pausing.reason !== 'scrolled') pausing.toggle();
  };
  return (
    <div className={styles.float}>
      <button type="button" className={styles.news} data-failed={news.failed > 0} title="Show them" onClick={show}>
        <Icon of={ArrowUp} size="sm" />
        {newsText(news)}
      </button>
    </div>
  );
};

import type { EpisodeEntry } from '@portico/contracts/http/episodes';
import { formatTime } from '@portico/ui';
import { personText } from '../../../shared/episodes/episode-words.ts';
import { useTimeZone } from '../../../shared/time/time-zone.ts';
import * as styles from './page.css.ts';

/** Texts of entries that have no actor. */
const EVENTS: Partial<Record<EpisodeEntry['kind'], string>> = {
  opened: 'Portico noticed the first failure',
  recovering: 'An event succeeded, Portico watches for new failures',
  reopened: 'An event failed again',
  flapping: 'Events fail and recover again and again',
  closed: 'The episode is over',
  expired: 'No event arrived for 90 days',
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats an entry's text if it is a time; returns other text unchanged. */
const momentText = (text: string): string =>
  Number.isNaN(Date.parse(text)) ? text : formatTime(text, 'local', 'short');

const deedText = ({ kind, text }: EpisodeEntry): string => {
  switch (kind) {
    case 'acknowledged':
      return 'took the episode';
    case 'released':
      return 'gave the episode back';
    case 'assigned':
      return text === null ? 'removed the assignee' : `assigned the episode to ${text}`;
    case 'noted':
      return text === null ? 'removed the note' : 'wrote a note';
    case 'muted':
      return text === null ? 'muted the episode' : `muted the episode until ${momentText(text)}`;
    default:
      return 'unmuted the episode';
  }
};

const entryText = (entry: EpisodeEntry, viewer: number): string => {
  const happened = EVENTS[entry.kind];
  if (happened !== undefined) return happened;
  const person = entry.by === null ? 'someone' : personText(entry.by, viewer);
  return `${capital(person)} ${deedText(entry)}`;
};

const TONES: Partial<Record<EpisodeEntry['kind'], string>> = {
  opened: 'danger',
  reopened: 'danger',
  flapping: 'warning',
  recovering: 'warning',
  closed: 'success',
};

/** The timeline of an episode, newest entry first. */
export const Timeline = ({ entries, viewer }: { entries: readonly EpisodeEntry[]; viewer: number }) => {
  const zone = useTimeZone();
  return (
    <section className={styles.panel} aria-labelledby="episode-timeline">
      <h2 id="episode-timeline" className={styles.heading}>
        Time line
      </h2>
      <ol>
        {entries
          .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id)
          .map((entry) => (
            <li key={entry.id} className={styles.entry} data-tone={TONES[entry.kind] ?? 'neutral'}>
              <p className={styles.entryText}>{entryText(entry, viewer)}</p>
              <p className={styles.small}>
                <time dateTime={entry.at}>{formatTime(entry.at, zone)}</time>
                {EVENTS[entry.kind] !== undefined && entry.text !== null && ` · ${entry.text}`}
              </p>
              {entry.kind === 'noted' && entry.text !== null && <p className={styles.quote}>{entry.text}</p>}
            </li>
          ))}
      </ol>
    </section>
  );
};

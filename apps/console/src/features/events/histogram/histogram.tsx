import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { EventHistogram } from '@portico/contracts/http/events';
import { formatDuration, formatNumber, formatTime, Icon, type TimeZone } from '@portico/ui';
import { spanText, ticksOf } from './time-axis.ts';
import { useBrush, type Span } from './use-brush.ts';
import * as styles from './histogram.css.ts';

type HistogramProps = {
  histogram: EventHistogram;
  zone: TimeZone;
  /** The period that the histogram covers; null if it covers the whole list. */
  period?: string | null;
  /** Whether the bars are shown. A collapsed histogram shows only counts. */
  isShown?: boolean;
  onShown?: (isShown: boolean) => void;
  /** Whether the data belongs to an earlier query. */
  isBusy: boolean;
  /** Called when a range is selected: `from` <= time < `to`, ISO 8601 in UTC. */
  onRange: (from: string, to: string) => void;
};

const TICKS = 7;
/** Empty share of a bar's width. */
const GAP = 0.18;
/** Minimum height of a bar with events, in percent. */
const MIN_HEIGHT = 2.5;

type Bucket = EventHistogram['buckets'][number];

const heightOf = (count: number, maxCount: number): number =>
  count === 0 ? 0 : Math.max(MIN_HEIGHT, (count / maxCount) * 100);

/** One SVG path with the bars of one result, each one unit wide. Failures are at the bottom, so that failures share a baseline. */
const pathOf = (buckets: readonly Bucket[], maxCount: number, result: 'success' | 'failure'): string =>
  buckets
    .map(({ success, failure }, index) => {
      const foot = result === 'failure' ? 0 : heightOf(failure, maxCount);
      const height = heightOf(result === 'failure' ? failure : success, maxCount);
      return height === 0 ? '' : `M${index + GAP / 2} ${100 - foot}v${-height}h${1 - GAP}v${height}z`;
    })
    .join('');

const total = (buckets: readonly Bucket[], result: 'success' | 'failure'): number =>
  buckets.reduce((sum, bucket) => sum + bucket[result], 0);

const countText = (success: number, failure: number): string =>
  `${formatNumber(success)} success, ${formatNumber(failure)} failure`;

/** The time and counts of the selected bars, as text. */
const textOf = (histogram: EventHistogram, { first, last }: Span, zone: TimeZone) => {
  const { buckets, step } = histogram;
  const from = Date.parse(histogram.from) + first * step * 1_000;
  const chosen = buckets.slice(first, last + 1);
  return {
    time: spanText(from, from + chosen.length * step * 1_000, step, zone),
    counts: countText(total(chosen, 'success'), total(chosen, 'failure')),
  };
};

const Legend = ({ buckets }: { buckets: readonly Bucket[] }) => (
  <ul className={styles.legend}>
    {(['success', 'failure'] as const).map((result) => (
      <li key={result} className={styles.entry}>
        <span aria-hidden className={styles.swatch[result]} />
        <span className={styles.count}>{formatNumber(total(buckets, result))}</span> {result}
      </li>
    ))}
  </ul>
);

/** Events over time by result. Dragging, or arrow keys and Enter, select a range. */
export const Histogram = (props: HistogramProps) => {
  const { histogram, zone, period = null, isShown = true, onShown, isBusy, onRange } = props;
  const { buckets, step, countedFrom } = histogram;
  const heading = useId();
  const bars = buckets.length;
  const begin = Date.parse(histogram.from);
  const momentOf = (bar: number) => new Date(begin + bar * step * 1_000).toISOString();
  const { span, isDrawn, pointer, keyboard } = useBrush(bars, ({ first, last }) =>
    onRange(momentOf(first), momentOf(last + 1)),
  );
  const maxCount = Math.max(1, ...buckets.map(({ success, failure }) => success + failure));
  const words = textOf(histogram, span ?? { first: 0, last: bars - 1 }, zone);
  return (
    <figure
      className={styles.figure}
      aria-labelledby={heading}
      {...(isBusy && { 'data-stale': true })}
      {...(!isShown && { 'data-closed': true })}
    >
      <figcaption className={styles.head}>
        {onShown && (
          <button
            type="button"
            className={styles.toggle}
            aria-label="Histogram"
            aria-expanded={isShown}
            onClick={() => onShown(!isShown)}
          >
            <Icon of={isShown ? ChevronDown : ChevronRight} size="sm" />
          </button>
        )}
        <span className={styles.captions}>
          <span id={heading} className={styles.title}>
            Events per {formatDuration(step * 1_000).replace(/^1 /, '')}
          </span>
          {period !== null && <span>{period}</span>}
        </span>
        {countedFrom !== null && (
          <span className={styles.note}>Counted since {formatTime(countedFrom, zone, 'short')}</span>
        )}
        <Legend buckets={buckets} />
      </figcaption>
      {isShown && (
        <div className={styles.chart}>
          <div className={styles.plot} {...pointer}>
            <input
              type="range"
              className={styles.slider}
              aria-label="Time range"
              aria-valuetext={`${words.time}: ${words.counts}`}
              min={0}
              max={Math.max(0, bars - 1)}
              value={span?.last ?? Math.max(0, bars - 1)}
              onChange={(event) => keyboard.goTo(Number(event.currentTarget.value))}
              onKeyDown={keyboard.onKeyDown}
              onBlur={keyboard.onBlur}
            />
            <svg
              aria-hidden
              className={styles.bars}
              viewBox={`0 0 ${Math.max(1, bars)} 100`}
              preserveAspectRatio="none"
            >
              <path className={styles.bar.success} d={pathOf(buckets, maxCount, 'success')} />
              <path className={styles.bar.failure} d={pathOf(buckets, maxCount, 'failure')} />
            </svg>
            <span aria-hidden className={styles.peak}>
              {formatNumber(maxCount)}
            </span>
            {span && (
              <span
                aria-hidden
                className={styles.span}
                {...(isDrawn && { 'data-drawn': true })}
                style={{ left: `${(span.first / bars) * 100}%`, right: `${(1 - (span.last + 1) / bars) * 100}%` }}
              />
            )}
            {span && (
              <span
                aria-hidden
                className={styles.tip}
                {...((span.first + span.last) / 2 > bars / 2
                  ? { style: { right: `${(1 - span.first / bars) * 100}%` } }
                  : { style: { left: `${((span.last + 1) / bars) * 100}%` } })}
              >
                <strong>{words.time}</strong>
                <span>{words.counts}</span>
              </span>
            )}
          </div>
          <div aria-hidden className={styles.axis}>
            {ticksOf(histogram.from, bars, step, zone, TICKS).map(({ at, text }) => (
              <span key={at} className={styles.tick} style={{ left: `${(at / bars) * 100}%` }}>
                {text}
              </span>
            ))}
          </div>
        </div>
      )}
    </figure>
  );
};

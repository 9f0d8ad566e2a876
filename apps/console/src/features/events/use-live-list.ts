import type { EventFilter, EventList, EventRow } from '@portico/contracts/http/events';
import type { LiveFrame, LiveTally } from '@portico/contracts/live';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLive } from '../../api/use-api.ts';
import { addFrame, type LiveList, liveListOf, newsOf } from './live-list.ts';
import { type Pausing, usePausing } from './use-pausing.ts';
import { serverNow } from '../../shared/time/server-clock.ts';

/** The longest delay that `setTimeout` supports, in milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Whether `moment` (ISO 8601) has passed; false if it is undefined. */
const useEnded = (moment: string | undefined): boolean => {
  const [now, setNow] = useState(serverNow);
  const end = moment === undefined ? Infinity : Date.parse(moment);
  useEffect(() => {
    if (end === Infinity || end <= now) return undefined;
    const timer = setTimeout(() => setNow(serverNow()), Math.min(Math.max(end - serverNow(), 0), MAX_TIMEOUT_MS));
    return () => clearTimeout(timer);
  }, [end, now]);
  return end <= now;
};

/** Maximum number of live frames that wait for an animation frame, because a hidden page has no animation frames. */
const MAX_FRAMES = 32;

/** Minimum milliseconds between updates while the pointer is on the list, so that rows rarely move under the pointer. */
const POINTER_DELAY_MS = 500;

/** Collects the live frames between two animation frames, so that a burst causes one update. */
const createFrameBatch = (apply: (frames: LiveFrame[]) => void, isPointed: () => boolean) => {
  let gathered: LiveFrame[] = [];
  let request: number | null = null;
  let wait: ReturnType<typeof setTimeout> | undefined;
  let flushedAt = -Infinity;
  const flush = () => {
    if (request !== null) cancelAnimationFrame(request);
    clearTimeout(wait);
    request = null;
    wait = undefined;
    flushedAt = performance.now();
    const frames = gathered;
    gathered = [];
    if (frames.length > 0) apply(frames);
  };
  return {
    push: (frame: LiveFrame) => {
      gathered.push(frame);
      if (gathered.length >= MAX_FRAMES) flush();
      else if (request === null && wait === undefined) {
        const left = flushedAt + POINTER_DELAY_MS - performance.now();
        if (left > 0 && isPointed()) wait = setTimeout(flush, left);
        else request = requestAnimationFrame(flush);
      }
    },
    flush,
  };
};

/** Minimum milliseconds between reloads while the viewer's connection is too slow for all rows. */
const RELOAD_MS = 1_000;

type LiveListOptions = {
  /** The server's response for this filter and page; undefined while loading. */
  snapshot: EventList | undefined;
  filter: EventFilter;
  /** The page number, starting at 1. */
  page: number;
  /** Maximum number of rows per page. */
  size: number;
  /** Whether an event is open, so that the rows must stay in place. */
  isReading: boolean;
  reload: () => void;
  isPointed: () => boolean;
};

export type ShownLive = {
  list: EventList | undefined;
  arrived: LiveList['arrived'];
  pausing: Pausing;
  /** The number of rows since the pause; null while live, and until the server reports the number. */
  news: LiveTally | null;
  skipped: LiveList['skipped'];
  come: LiveList['come'];
  /** Whether the time range has ended. After its end, only late events can arrive, and the viewer cannot pause. */
  isPast: boolean;
};

type DisplayedList = { snapshot: EventList; live: LiveList };

const NO_NEWS: LiveTally = { arrived: 0, failed: 0 };
const NO_ROWS: readonly EventRow[] = [];

/**
 * The snapshot with all rows that arrived later, without gaps or duplicates. A new snapshot replaces these rows. During a pause, the
 * server only counts new rows. After the pause, the server sends the counted rows.
 */
export const useLiveList = (options: LiveListOptions): ShownLive => {
  const { snapshot, filter, page, size, isReading, reload, isPointed } = options;
  const live = useLive();
  const isPast = useEnded(filter.to);
  const pausing = usePausing({ isReading, isPast, rows: snapshot });
  const isPaused = pausing.reason !== null;
  const [shown, setShown] = useState<DisplayedList | null>(null);
  /** The list with all received frames, including frames that are not rendered yet. A pause begins after the last of these frames. */
  const latest = useRef<DisplayedList | null>(null);
  const [tally, setTally] = useState<LiveTally | null>(null);
  const current = shown !== null && shown.snapshot === snapshot ? shown.live : null;

  const latestOf = (from: EventList): LiveList =>
    latest.current?.snapshot === from ? latest.current.live : liveListOf(from);
  const add = (from: EventList, frames: readonly LiveFrame[]) => {
    const added = frames.reduce((list, frame) => addFrame(list, frame, page, size), latestOf(from));
    latest.current = { snapshot: from, live: added };
    setShown(latest.current);
  };
  const follow = useEffectEvent((from: EventList, isPaused: boolean) => {
    let reloading: ReturnType<typeof setTimeout> | undefined;
    const reloadSoon = () => (reloading ??= setTimeout(reload, RELOAD_MS));
    const batch = createFrameBatch((frames) => {
      add(from, frames);
      if (frames.some((frame) => frame.skipped > 0)) reloadSoon();
    }, isPointed);
    const started = latestOf(from);
    if (!isPaused && started.skipped > 0) reloadSoon();
    const { cursor } = started.list;
    const leave = live.subscribe({ filter, cursor, isPaused }, { frame: batch.push, tally: setTally, reset: reload });
    return () => {
      leave();
      batch.flush();
      setTally(null);
      clearTimeout(reloading);
    };
  });
  useEffect(() => (snapshot === undefined ? undefined : follow(snapshot, isPaused)), [snapshot, isPaused]);

  return {
    list: current?.list ?? snapshot,
    arrived: current?.arrived ?? snapshot?.data ?? NO_ROWS,
    pausing,
    news: isPaused && tally !== null ? newsOf(current ?? { ahead: [] }, tally) : null,
    skipped: current?.skipped ?? 0,
    come: current?.come ?? NO_NEWS,
    isPast,
  };
};

import type { EventFilter, EventList, EventRow } from '@portico/contracts/http/events';
import type { LiveFrame, LiveTally } from '@portico/contracts/live';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLive } from '../../api/use-api.ts';
import { addFrame, type LiveList, liveListOf, newsOf } from './live-list.ts';
import { useEnded } from '../../shared/time/use-ended.ts';
import { type Pausing, usePausing } from './use-pausing.ts';

/** A hidden page draws no frames: past this many they are applied without waiting for one. */
const MAX_FRAMES = 32;

/** Milliseconds between two updates of a list on which the pointer rests: what it points at moves that seldom. */
const POINTED_MS = 500;

/**
 * Gathers what comes between two animation frames, so that a burst is one update of the screen.
 * @param isPointed whether the pointer rests on the list
 */
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
        const left = flushedAt + POINTED_MS - performance.now();
        if (left > 0 && isPointed()) wait = setTimeout(flush, left);
        else request = requestAnimationFrame(flush);
      }
    },
    flush,
  };
};

/** While a viewer cannot keep up the list is loaded again, at most this often. */
const RELOAD_MS = 1_000;

export type LiveListOptions = {
  /** The server's answer for this filter and page; undefined until it is there. */
  snapshot: EventList | undefined;
  filter: EventFilter;
  /** From 1. */
  page: number;
  /** Rows on a page. */
  size: number;
  /** An event is open: what is around it keeps its place. */
  isReading: boolean;
  /** When the range of time ends, where it does (ISO 8601). */
  end: string | undefined;
  reload: () => void;
  /** Whether the pointer rests on the list. */
  isPointed: () => boolean;
};

export type ShownLive = {
  list: EventList | undefined;
  /** The snapshot's rows and those that came live since, the last of them. */
  arrived: readonly EventRow[];
  pausing: Pausing;
  /** What has come since the pause; null while rows come, and until the server has said. */
  news: LiveTally | null;
  /** Rows that were left out because the viewer could not keep up, until the list has been loaded again. */
  skipped: number;
  /** How many rows have come live since the snapshot. */
  come: LiveTally;
  /** The range of time is over: only a late event may still come, and there is nothing to pause. */
  isPast: boolean;
};

type Shown = { snapshot: EventList; live: LiveList };

const NOTHING: LiveTally = { arrived: 0, failed: 0 };
const NONE: readonly EventRow[] = [];

/**
 * The snapshot with everything that has arrived since: no gap, nothing twice. Another snapshot starts over. While paused nothing
 * moves and the server only counts; resuming continues where the pause began.
 */
export const useLiveList = (options: LiveListOptions): ShownLive => {
  const { snapshot, filter, page, size, isReading, end, reload, isPointed } = options;
  const live = useLive();
  const isPast = useEnded(end);
  const pausing = usePausing({ isReading, isPast, rows: snapshot });
  const isPaused = pausing.reason !== null;
  const [shown, setShown] = useState<Shown | null>(null);
  /** The same, but at once: a pause begins where the last frame ended, drawn or not. */
  const latest = useRef<Shown | null>(null);
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
    const begun = latestOf(from);
    if (!isPaused && begun.skipped > 0) reloadSoon();
    const { cursor } = begun.list;
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
    arrived: current?.arrived ?? snapshot?.data ?? NONE,
    pausing,
    news: isPaused && tally !== null ? newsOf(current ?? { ahead: [] }, tally) : null,
    skipped: current?.skipped ?? 0,
    come: current?.come ?? NOTHING,
    isPast,
  };
};

import { PAGE_SIZE } from '@portico/contracts/common/page';
import type { EventFilter, EventList } from '@portico/contracts/http/events';
import { useEffect, useEffectEvent, useState } from 'react';
import { createFrameBatch } from './frame-batch.ts';
import type { LiveFeed } from './live-feed.ts';
import { mergeFrame } from './merge-frame.ts';

/** While a viewer cannot keep up the list is loaded again, at most this often. */
const RELOAD_MS = 1_000;

export type LiveListOptions = {
  live: LiveFeed;
  /** The server's answer for this filter and page; undefined until it is there. */
  snapshot: EventList | undefined;
  filter: EventFilter;
  page: number;
  reload: () => void;
};

/** The snapshot with everything that has arrived since: no gap, nothing twice. Another snapshot begins anew. */
export const useLiveList = ({ live, snapshot, filter, page, reload }: LiveListOptions): EventList | undefined => {
  const [merged, setMerged] = useState<{ snapshot: EventList; list: EventList } | null>(null);

  const follow = useEffectEvent((from: EventList) => {
    let reloading: ReturnType<typeof setTimeout> | undefined;
    const batch = createFrameBatch((frames) => {
      setMerged((before) => ({
        snapshot: from,
        list: frames.reduce(
          (list, frame) => mergeFrame(list, frame, page, PAGE_SIZE),
          before?.snapshot === from ? before.list : from,
        ),
      }));
      if (frames.some((frame) => frame.skipped > 0)) reloading ??= setTimeout(reload, RELOAD_MS);
    });
    const leave = live.subscribe({ filter, cursor: from.cursor }, { frame: batch.push, reset: reload });
    return () => {
      leave();
      batch.cancel();
      clearTimeout(reloading);
    };
  });
  useEffect(() => (snapshot === undefined ? undefined : follow(snapshot)), [snapshot]);

  return merged !== null && merged.snapshot === snapshot ? merged.list : snapshot;
};

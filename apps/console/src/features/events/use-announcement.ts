import type { LiveTally } from '@portico/contracts/live';
import { useEffect, useEffectEvent, useState } from 'react';
import { newsText, stateText } from './live-words.ts';

/** Milliseconds between two summaries of new rows. */
const SUMMARY_MS = 10_000;

/**
 * What a screen reader announces, politely: each new state, and every ten seconds how many rows have come.
 * @param word the state
 * @param count how many have come so far
 */
export const useAnnouncement = (word: string, count: LiveTally): string => {
  const state = stateText(word);
  const [said, setSaid] = useState({ state, text: state, count });
  if (said.state !== state) setSaid({ state, text: state, count });

  const summarize = useEffectEvent(() => {
    // A list that was loaded again counts from the beginning.
    const before = count.arrived < said.count.arrived ? { arrived: 0, failed: 0 } : said.count;
    const arrived = count.arrived - before.arrived;
    if (arrived === 0) return;
    setSaid({ state, text: newsText({ arrived, failed: Math.max(0, count.failed - before.failed) }), count });
  });
  useEffect(() => {
    const timer = setInterval(() => summarize(), SUMMARY_MS);
    return () => clearInterval(timer);
  }, []);
  return said.text;
};

import type { LiveFrame } from '@portico/contracts/live';

/** A hidden page draws no frames: past this many they are applied without waiting for one. */
const MAX_FRAMES = 32;

/** Gathers what comes between two animation frames, so that a burst is one update of the screen. */
export const createFrameBatch = (apply: (frames: LiveFrame[]) => void) => {
  let gathered: LiveFrame[] = [];
  let request: number | null = null;
  const flush = () => {
    if (request !== null) cancelAnimationFrame(request);
    request = null;
    const frames = gathered;
    gathered = [];
    if (frames.length > 0) apply(frames);
  };
  return {
    push: (frame: LiveFrame) => {
      gathered.push(frame);
      if (gathered.length >= MAX_FRAMES) flush();
      else request ??= requestAnimationFrame(flush);
    },
    flush,
  };
};

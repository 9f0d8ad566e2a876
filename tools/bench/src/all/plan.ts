/** A benchmark of the run: its npm script, what it is given, and the minutes after which it is ended. */
export type Step = { name: string; script: string; args: readonly string[]; minutes: number };

/** Smaller than each benchmark by itself where that is needed: all of them together take 40 minutes at most. */
export const PLAN: readonly Step[] = [
  { name: 'query', script: 'bench:query', args: ['--rows', '10000000', '--requests', '40'], minutes: 8 },
  { name: 'peers', script: 'bench:peers', args: ['--rows', '1000000', '--requests', '10'], minutes: 6 },
  { name: 'ingest', script: 'bench:ingest', args: ['--events', '200000', '--rounds', '3'], minutes: 4 },
  { name: 'live', script: 'bench:live', args: ['--seconds', '4', '--rates', '1000,20000'], minutes: 4 },
  { name: 'directory', script: 'bench:directory', args: [], minutes: 2 },
  { name: 'door', script: 'bench:door', args: ['--requests', '500'], minutes: 3 },
  { name: 'fold', script: 'bench:fold', args: ['--rounds', '3'], minutes: 3 },
  { name: 'fairness', script: 'bench:fairness', args: ['--requests', '15', '--rounds', '2'], minutes: 3 },
  { name: 'start', script: 'bench:start', args: ['--rounds', '2'], minutes: 4 },
  { name: 'web', script: 'bench:web', args: [], minutes: 3 },
];

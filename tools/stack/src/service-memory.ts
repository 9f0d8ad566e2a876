/** Node's default young generation is 16 MiB. Most processes of a small machine need less. */
const SMALL_YOUNG_GENERATION = '--max-semi-space-size=1';
/** Young generation of a process that stores events. A smaller one needs more frequent collections. */
const STORING_YOUNG_GENERATION = '--max-semi-space-size=4';
/**
 * Young generation of a process of the events service that serves callers and viewers, who wait for its collections. If it were
 * smaller, rows on their way to a viewer would reach the old generation, whose collections take longest.
 */
const SERVING_YOUNG_GENERATION = '--max-semi-space-size=16';

/** Makes glibc's malloc return freed memory and share its heaps between threads. Other C libraries ignore these variables. */
const FRUGAL_MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

type ServiceMemory = { flags: readonly string[]; environment: Readonly<Record<string, string>> };

/**
 * Node's flags and the environment that keep a process of the stack small. The benchmarks use the same values.
 * @param roles - roles of an events process that has only some of the service's roles.
 */
export function serviceMemory(name: string, roles?: string): ServiceMemory {
  if (name !== 'events') return { flags: [SMALL_YOUNG_GENERATION], environment: FRUGAL_MALLOC };
  const isStoring = roles === undefined || roles.includes('ingest');
  return { flags: [isStoring ? STORING_YOUNG_GENERATION : SERVING_YOUNG_GENERATION], environment: {} };
}

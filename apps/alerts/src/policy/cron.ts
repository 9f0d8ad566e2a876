import { Cron } from 'croner';

/** Five fields, as crontab has them: seconds and years would be of no use here. */
const open = (cron: string, zone: string): Cron => new Cron(cron, { timezone: zone, mode: '5-part' });

/** Null when it can be read and names a time that comes; otherwise what is wrong with it. */
export function cronFault(cron: string, zone: string): string | null {
  try {
    return open(cron, zone).nextRun() === null ? 'never comes' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first time after a moment, in milliseconds since 1970; null when there is none. */
export const nextCron = (cron: string, zone: string, after: number): number | null =>
  open(cron, zone).nextRun(new Date(after))?.getTime() ?? null;

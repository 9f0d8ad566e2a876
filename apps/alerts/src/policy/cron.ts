import { Cron } from 'croner';

/** Parses a cron schedule of five fields, as in crontab. Fields for seconds and years are not supported. */
const open = (cron: string, zone: string): Cron => new Cron(cron, { timezone: zone, mode: '5-part' });

/** Returns the error of an invalid schedule or of a schedule without an occurrence; null for a valid schedule. */
export function cronFault(cron: string, zone: string): string | null {
  try {
    return open(cron, zone).nextRun() === null ? 'never comes' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns the schedule's first occurrence after a time, in milliseconds since 1970, or null. */
export const nextCron = (cron: string, zone: string, after: number): number | null =>
  open(cron, zone).nextRun(new Date(after))?.getTime() ?? null;

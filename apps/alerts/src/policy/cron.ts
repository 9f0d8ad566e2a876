import { Cron } from 'croner';

/** Five fields, as in crontab: seconds and years are not supported. */
const open = (cron: string, zone: string): Cron => new Cron(cron, { timezone: zone, mode: '5-part' });

/** Null for a valid schedule that has an occurrence; otherwise what is wrong with it. */
export function cronFault(cron: string, zone: string): string | null {
  try {
    return open(cron, zone).nextRun() === null ? 'never comes' : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first occurrence after a time, in milliseconds since 1970, or null. */
export const nextCron = (cron: string, zone: string, after: number): number | null =>
  open(cron, zone).nextRun(new Date(after))?.getTime() ?? null;

import { z } from 'zod';

/** `POSTGRES_URL` names the server and the account, no database: each service uses its own, named after it. */
export const DatabaseConfig = z.object({ POSTGRES_URL: z.url({ protocol: /^postgres(ql)?$/ }) });
export type DatabaseConfig = z.infer<typeof DatabaseConfig>;

export function databaseUrl(config: DatabaseConfig, database: string): string {
  const url = new URL(config.POSTGRES_URL);
  url.pathname = `/${database}`;
  return url.href;
}

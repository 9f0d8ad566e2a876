import { z } from 'zod';

export const DemoEnvironment = z.object({
  API_URL: z.url(),
  CONSOLE_URL: z.url(),
  KAFKA_BROKERS: z.string().min(1),
  OIDC_ISSUER: z.url(),
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_AUDIENCE: z.string().min(1),
});
export type DemoEnvironment = z.infer<typeof DemoEnvironment>;

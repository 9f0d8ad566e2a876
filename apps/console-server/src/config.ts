import { MetricsConfig, outside, ServiceConfig } from '@portico/service/config';
import { z } from 'zod';

const { NODE_ENV, HOST, PORT, DRAIN_SECONDS } = ServiceConfig.shape;

export const ConsoleServerConfig = z.object({
  NODE_ENV,
  HOST,
  PORT,
  DRAIN_SECONDS,
  ...MetricsConfig.shape,
  /** Public address of the API and its sockets. The page may call only this address and the OpenID provider. */
  API_URL: z.url(),
  /** Issuer of the OpenID provider, where people sign on. */
  OIDC_ISSUER: outside(z.url()),
  /** URL of a script that replaces the bot check (reCAPTCHA). By default, the page may load Google's script. */
  RECAPTCHA_SCRIPT_URL: outside(z.url()).optional(),
  /** Folder of the built console. Default: the console that was built together with this server. */
  CONSOLE_FOLDER: z.string().optional(),
});
export type ConsoleServerConfig = z.infer<typeof ConsoleServerConfig>;

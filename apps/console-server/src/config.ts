import { MetricsConfig, outside, ServiceConfig } from '@portico/service/config';
import { z } from 'zod';

const { NODE_ENV, HOST, PORT, DRAIN_SECONDS } = ServiceConfig.shape;

export const ConsoleServerConfig = z.object({
  NODE_ENV,
  HOST,
  PORT,
  DRAIN_SECONDS,
  ...MetricsConfig.shape,
  /** Address of the API and its sockets, as the browser sees it. The page may only call it and the provider. */
  API_URL: z.url(),
  /** Issuer of the OpenID provider, where people sign on. */
  OIDC_ISSUER: outside(z.url()),
  /** Script of a stand-in for the bot check. By default, the page may load Google's. */
  RECAPTCHA_SCRIPT_URL: outside(z.url()).optional(),
  /** Folder of the built console. Default: the one of the same build. */
  CONSOLE_FOLDER: z.string().optional(),
});
export type ConsoleServerConfig = z.infer<typeof ConsoleServerConfig>;

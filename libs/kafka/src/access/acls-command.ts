import { z } from 'zod';
import { withAdmin } from '../admin.ts';
import { KafkaConfig } from '../config.ts';
import { guarded } from '../guarded.ts';
import { kafkaClient } from '../kafka-client.ts';
import { isSecurityDisabled } from '../retriable.ts';
import { checkAcls, inWords, settleAcls } from './acl-check.ts';
import { type Credentials, probe } from './probes.ts';

/** Environment variables of `npm run kafka:topics -- --acls`. */
export const AclsConfig = guarded(
  KafkaConfig.extend({
    /** User name of a publisher. The command checks that Kafka denies this user everything that only services may do. */
    KAFKA_PROBE_USERNAME: z.string().optional(),
    KAFKA_PROBE_PASSWORD: z.string().optional(),
  }),
);
export type AclsConfig = z.infer<typeof AclsConfig>;

type AclsOptions = {
  /** Create missing ACLs and delete superfluous ones. */
  apply: boolean;
  /** Operators' principals (`User:admin`), whose ACLs are not reported as dangerous. */
  trusted: readonly string[];
};

/** Retries of one request. Low, so that the command fails soon. */
const RETRIES = 4;
const NO_AUTHORIZER =
  'Kafka has no authorizer: every client that reaches it may do everything. Set authorizer.class.name, see docs/guides/kafka.md';

const probersOf = ({ KAFKA_PROBE_USERNAME: username, KAFKA_PROBE_PASSWORD: password }: AclsConfig) => {
  if (username === undefined) return [null];
  if (password === undefined) throw new Error('KAFKA_PROBE_USERNAME is set: set KAFKA_PROBE_PASSWORD as well');
  return [null, { username, password }];
};

/** Attempts forbidden operations as one user. Returns whether Kafka denied all of them. */
async function probeAs(
  config: AclsConfig,
  credentials: Credentials | null,
  say: (line: string) => void,
): Promise<boolean> {
  const name = credentials?.username ?? 'anonymous';
  const probed = await probe(config, credentials);
  if (probed === null) say(`probe as ${name}: sign-in rejected`);
  else if (probed.allowed.length === 0) say(`probe as ${name}: every request denied`);
  else for (const what of probed.allowed) say(`probe as ${name}: ALLOWED to ${what}`);
  return probed === null || probed.allowed.length === 0;
}

/**
 * Compares the ACLs in Kafka with the access table, and tests them by attempting forbidden operations.
 * @returns the exit code: 1 when there is a problem.
 */
export async function runAcls(
  config: AclsConfig,
  { apply, trusted }: AclsOptions,
  say: (line: string) => void,
): Promise<number> {
  const probers = probersOf(config);
  const kafka = kafkaClient(config, 'portico-topics', RETRIES);
  const look = apply ? settleAcls : checkAcls;
  const { missing, superfluous, dangerous } = await withAdmin(kafka, (admin) => look(admin, trusted)).catch(
    (error: unknown) => {
      throw isSecurityDisabled(error) ? new Error(NO_AUTHORIZER, { cause: error }) : error;
    },
  );
  const done = (text: string): string => (apply ? `, ${text} now` : '');
  for (const acl of missing) say(`missing${done('created')}: ${inWords(acl)}`);
  for (const acl of superfluous) say(`superfluous${done('removed')}: ${inWords(acl)}`);
  for (const acl of dangerous) say(`dangerous: ${inWords(acl)}`);
  say(`${missing.length} missing, ${superfluous.length} superfluous, ${dangerous.length} dangerous`);
  if (!apply && missing.length + superfluous.length > 0)
    say('No ACL was changed. Run the command with --apply to change them.');
  let isRefused = true;
  for (const credentials of probers) isRefused = (await probeAs(config, credentials, say)) && isRefused;
  const open = apply ? 0 : missing.length + superfluous.length;
  return open + dangerous.length === 0 && isRefused ? 0 : 1;
}

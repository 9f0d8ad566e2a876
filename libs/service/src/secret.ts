import { z } from 'zod';
import { isLoopback } from './loopback.ts';

/** Marks a variable with a secret value: the configuration reference lists it as secret, and charts store it in a Secret. */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ secret: true });

/** Marks a secret that operators generate only for Portico. Such a secret must be hard to guess. */
export const generatedSecret = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ secret: true, generated: true });

const TOO_SHORT = 'should be at least 32 characters each, separated by commas, e.g. from: openssl rand -base64 32';

/** Generated secrets, separated by commas to allow rotation: the first secret signs, all secrets are accepted. */
export const secretList = generatedSecret(
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.tuple([z.string().min(32, TOO_SHORT)], z.string().min(32, TOO_SHORT))),
).meta({ secret: true, generated: true, accepted: 'all' });

/** Marks the address of an external service, which a stand-in replaces on a local machine. */
export const outside = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ outside: true });

/** Values that the repository publishes or has published, such as in the compose file, guides and tests. */
const PUBLISHED: ReadonlySet<string> = new Set([
  'for-this-machine-only-set-another-in-.env',
  'portico',
  'whsec_not_set',
  'whsec_1',
  'a secret that only the tests know, long enough',
  'a secret that only the tests know and long enough',
  'another secret that only the tests know',
  'a secret of the tests, long enough for it',
  'a secret of the tests that is long enough for it',
  'another secret of the tests, long enough too',
  'another secret of the tests that is long enough too',
  'a secret of webhooks that only the tests know',
  'of no use in a benchmark, and long enough',
  'of no use in a benchmark and long enough',
  'of no use outside of a test, and long enough',
  'of no use outside of a test and long enough',
]);
/** Variables with the public addresses of Portico. */
const PUBLIC_ADDRESSES = ['API_URL', 'CONSOLE_URL', 'KAFKA_PUBLIC_BROKERS'] as const;
/** Minimum entropy of a generated secret in bits, as {@link bitsOf} estimates it. 32 random hexadecimal digits have 110 bits. */
const MIN_BITS = 90;
/** Minimum characters of a secret that is not generated for Portico, such as a database password. */
const MIN_CHARACTERS = 8;
const HOW = 'generate another, e.g. by: openssl rand -base64 32';

const entropyOf = (symbols: readonly (string | number)[]): number =>
  [...Map.groupBy(symbols, (symbol) => symbol).values()].reduce(
    (bits, { length }) => bits - length * Math.log2(length / symbols.length),
    0,
  );

/** Returns the shortest text that forms `text` when repeated. */
const unitOf = (text: string): string => {
  const isUnit = (length: number): boolean => text.startsWith(text.slice(length)) && length > 0;
  const length = Array.from(text, (_, index) => index).find(isUnit) ?? text.length;
  return text.slice(0, length);
};

/** Estimates a text's entropy in bits from the frequencies of characters and of differences between neighbours. `abc…` has 0 bits. */
const bitsOf = (text: string): number => {
  const unit = unitOf(text);
  const codes = Array.from(unit, (letter) => letter.codePointAt(0) ?? 0);
  return Math.min(entropyOf(codes), entropyOf(codes.slice(1).map((code, index) => code - (codes[index] ?? 0))));
};

/** Returns the password in a URL, or the whole text if the text is not a URL. */
const secretIn = (value: string): string => {
  if (!URL.canParse(value) || !value.includes('://')) return value;
  const { password } = new URL(value);
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
};

/** Returns the reason why a secret is weak; undefined for a strong secret. */
export function weaknessOf(value: string, { isGenerated }: { isGenerated: boolean }): string | undefined {
  const text = secretIn(value);
  if (PUBLISHED.has(text)) return "is published in Portico's repository";
  if (isGenerated) return bitsOf(text) < MIN_BITS ? 'is easy to guess' : undefined;
  return text !== '' && text.length < MIN_CHARACTERS ? `is shorter than ${MIN_CHARACTERS} characters` : undefined;
}

const marksOf = (schema: z.core.$ZodType): Readonly<Record<string, unknown>> =>
  z.globalRegistry.get(schema) ??
  (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? marksOf(schema.unwrap()) : {});

export const isSecret = (schema: z.core.$ZodType): boolean => marksOf(schema)['secret'] === true;

/** Returns the hosts of an address, which is a URL or a list of `host:port`. */
const hostsIn = (address: string): string[] =>
  URL.canParse(address) && address.includes('://')
    ? [new URL(address).host]
    : address.split(',').map((host) => host.trim());

type Values = Readonly<Record<string, string | undefined>>;

/** Returns the reason why an address is not acceptable: a possible stand-in, or no encryption. Returns undefined otherwise. */
function faultOfAddress(value: string): string | undefined {
  if (hostsIn(value).some(isLoopback)) return 'is this machine, where stand-ins answer';
  return value.startsWith('http:') ? 'is not https' : undefined;
}

/** Returns the reason why a secret is weak. Checks only the first secret of a list whose other secrets only decrypt old values. */
function faultOfSecret(value: string, { generated, accepted }: Readonly<Record<string, unknown>>): string | undefined {
  const isGenerated = generated === true;
  const all = isGenerated ? value.split(',') : [value];
  return (accepted === 'all' ? all : all.slice(0, 1))
    .map((text) => weaknessOf(text, { isGenerated }))
    .find((weakness) => weakness !== undefined);
}

/** Returns the reason why the production rules apply: `NODE_ENV` or a public address. Returns undefined otherwise. */
const productionBy = (schema: z.ZodObject, values: Values): string | undefined => {
  if (values['NODE_ENV'] === 'production') return 'NODE_ENV is production';
  const address = PUBLIC_ADDRESSES.find(
    (name) => name in schema.shape && !hostsIn(values[name] || 'localhost').every(isLoopback),
  );
  return address && `${address} is not this machine`;
};

/**
 * Returns the reasons not to start in production, one line per variable: weak secrets and, with `NODE_ENV=production`, addresses of
 * stand-ins such as the local OpenID provider.
 */
export function productionFaults(schema: z.ZodObject, values: Values): string[] {
  const reason = productionBy(schema, values);
  if (reason === undefined) return [];
  return Object.entries(schema.shape).flatMap(([name, part]) => {
    const value = values[name];
    if (!(part instanceof z.ZodType) || !value) return [];
    const marks = marksOf(part);
    const ofSecret = marks['secret'] === true ? faultOfSecret(value, marks) : undefined;
    const ofAddress =
      marks['outside'] === true && values['NODE_ENV'] === 'production' ? faultOfAddress(value) : undefined;
    const fault = ofSecret ?? ofAddress;
    return fault === undefined
      ? []
      : [`${name}: ${fault}, and ${reason}${marks['generated'] === true ? `; ${HOW}` : ''}`];
  });
}

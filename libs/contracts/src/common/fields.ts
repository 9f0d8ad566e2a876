import { z } from 'zod/mini';
import { type EmailFault, readAccountEmail, readEmail } from './email.ts';
import { labelOf, should } from './wording.ts';

/** Text that PostgreSQL can store: without NUL. */
export const Storable = z.string().check(
  z.refine((text) => !text.includes('\0'), {
    error: should('not contain a NUL character'),
  }),
);

/** A name in a form. The message for a short name is quoted from the specification. */
export const Name = Storable.check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(2, 'Name should be at least 2 letters long'),
  z.maxLength(200),
);
const EMAIL_FAULTS: Record<EmailFault, string> = {
  invalid: 'be a valid email',
  foreign_local_part: 'have only the letters a to z before the @, because mail servers accept no others',
};
const emailFault = ({ path, input }: Pick<Parameters<z.core.$ZodErrorMap>[0], 'path' | 'input'>): string => {
  const read = typeof input === 'string' ? readEmail(input) : undefined;
  return `${labelOf(path)} should ${EMAIL_FAULTS[read && 'fault' in read ? read.fault : 'invalid']}`;
};
/** An e-mail address in normalized form, see {@link readEmail}. */
export const Email = z.pipe(
  z
    .string({ error: emailFault })
    .check(
      z.maxLength(320),
      z.refine((email) => 'address' in readEmail(email), { error: emailFault }),
    )
    .register(z.globalRegistry, { format: 'email' }),
  z.transform((email) => {
    const read = readEmail(email);
    return 'address' in read ? read.address : email;
  }),
);
/** The address of an account, see {@link readAccountEmail}. The OpenID provider verified the address, or an administrator entered it. */
export const AccountEmail = z.pipe(
  z
    .string({ error: should('be a valid email') })
    .check(
      z.maxLength(320),
      z.refine((email) => readAccountEmail(email) !== null, { error: should('be a valid email') }),
    )
    .register(z.globalRegistry, { format: 'email' }),
  z.transform((email) => readAccountEmail(email) ?? email),
);
/** Optional free text; null clears it. */
export const text = (max: number) => z.nullish(Storable.check(z.trim(), z.maxLength(max)));
/** Required text of at most `max` characters, without surrounding spaces. */
export const filled = (max: number, error: Parameters<typeof z.minLength>[1] = { error: should('not be empty') }) =>
  Storable.check(z.trim(), z.minLength(1, error), z.maxLength(max));
/** Treats an empty form field as null. */
export const emptyAsNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.pipe(
      z.transform((value) => (value === '' ? null : value)),
      z.nullable(schema),
    ),
  );
/** The token in a link. */
export const linkToken = (max: number) => z.object({ token: z.string().check(z.minLength(1), z.maxLength(max)) });
/** US zip code as a number. The console displays it with leading zeros. */
export const ZipCode = z.nullish(z.int().check(z.minimum(0), z.maximum(99_999)));

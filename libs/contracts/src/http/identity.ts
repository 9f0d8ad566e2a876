import { z } from 'zod/mini';
import { Address, AddressFields } from '../common/address.ts';
import { AccountEmail, Email, text } from '../common/fields.ts';
import { FilePass, GeneratedFile } from '../common/files.ts';
import { Id, IdParams } from '../common/ids.ts';
import { ListQuery, page } from '../common/page.ts';
import { MailedName } from '../common/mailed-name.ts';
import { Usertype, USERTYPES } from '../common/roles.ts';
import { endpoint, READS_SETTINGS, TRIES_ONLY } from './endpoint.ts';
import { OrganizationSummary } from './memberships.ts';

/** Public configuration before sign-in. `identityProvider` is null if no provider is configured. */
export const Config = z.object({
  identityProvider: z.nullable(
    z.object({
      audience: z.string(),
      tenantUrl: z.url(),
      clientId: z.string(),
      /** The value that clients send as `resource` (RFC 8707) when they sign in. */
      resource: z.optional(z.string()),
      /** The scope to request instead of the default. */
      scope: z.optional(z.string()),
    }),
  ),
  productName: z.string(),
  supportEmail: z.string(),
  approvalFlow: z.boolean(),
  /** The bot check of public forms (reCAPTCHA v3): clients load the script and execute it with the site key. Null: not configured. */
  recaptcha: z.nullable(z.object({ siteKey: z.string(), scriptUrl: z.url() })),
});
export type Config = z.infer<typeof Config>;

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** The new e-mail while it waits for confirmation: the user must follow the link sent to this address. Absent in a {@link Session}. */
  pendingEmail: z.optional(z.string()),
  /** When the account was bound to a subject of the identity provider. Absent before the first sign-in, and in a {@link Session}. */
  boundAt: z.optional(z.string()),
  /** When the user last signed in or renewed a session, to the minute. Absent before the first sign-in, and in a {@link Session}. */
  signedOnAt: z.optional(z.string()),
  /** Organizations with an approved membership. Absent in a {@link Session}. */
  organizations: z.optional(z.array(OrganizationSummary)),
  /** Set while an administrator views an organization as a customer: the session, the organization, and the administrator (`by`). */
  viewing: z.optional(z.object({ sessionId: Id, organization: z.string(), by: z.string() })),
  phone: z.nullable(z.string()),
  ...Address.shape,
  description: z.nullable(z.string()),
  categories: z.nullable(z.string()),
  usertype: z.enum(USERTYPES),
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

const profile = {
  phone: text(40),
  ...AddressFields.shape,
  description: text(2_000),
  categories: text(500),
};

export const UserCreate = z.object({ name: MailedName, email: AccountEmail, usertype: Usertype, ...profile });
export type UserCreate = z.infer<typeof UserCreate>;

export const UserUpdate = z.partial(UserCreate);
export type UserUpdate = z.infer<typeof UserUpdate>;

/** Sign-up and demo request; `message` becomes the user's description. */
export const LeadSignUp = z.object({
  usertype: z.pipe(Usertype, z.literal('LEAD')),
  name: MailedName,
  email: Email,
  message: text(2_000),
});
export type LeadSignUp = z.infer<typeof LeadSignUp>;

const PHONE = 'Phone number should be at least 10 digits long';
const ADDRESS_LINE = 'Address line is required';
const CITY = 'City is required';
const STATE = 'State should be 2 letters long';
const ZIP_CODE = 'Zip code is required number';
const COUNTRY = 'Country should be 3 letters long';

/** Registration of a vendor. A zip code is a five-digit text, because of leading zeros, or a five-digit number. */
export const VendorSignUp = z.object({
  usertype: z.pipe(Usertype, z.literal('VENDOR')),
  name: MailedName,
  email: Email,
  phone: z.string(PHONE).check(
    z.trim(),
    z.maxLength(40),
    z.refine((phone) => phone.replaceAll(/\D/g, '').length >= 10, PHONE),
  ),
  addressLine1: z.string(ADDRESS_LINE).check(z.trim(), z.minLength(2, ADDRESS_LINE), z.maxLength(200)),
  addressLine2: text(200),
  city: z.string(CITY).check(z.trim(), z.minLength(2, CITY), z.maxLength(100)),
  state: z.string(STATE).check(z.trim(), z.regex(/^[a-z]{2}$/i, STATE)),
  zipCode: z.pipe(
    z
      .union([z.string().check(z.trim()), z.number()], ZIP_CODE)
      .check(z.refine((zipCode) => /^\d{5}$/.test(String(zipCode)), ZIP_CODE)),
    z.transform(Number),
  ),
  country: z.string(COUNTRY).check(z.trim(), z.regex(/^[a-z]{3}$/i, COUNTRY)),
  description: text(2_000),
  categories: text(500),
});
export type VendorSignUp = z.infer<typeof VendorSignUp>;

/** Response to a public form: the input, whether or not the e-mail is registered. */
export const SignUpReceipt = z.object({ name: z.string(), email: z.string(), usertype: z.enum(['LEAD', 'VENDOR']) });
export type SignUpReceipt = z.infer<typeof SignUpReceipt>;

/** Header for the `proof` of the bot check in a public sign-up. */
export const PROOF_HEADER = 'x-recaptcha-proof';

const MISSING_TOKEN = 'Missing token. Please try again.';
export const BotCheck = z.object(
  { token: z.string(MISSING_TOKEN).check(z.minLength(1, MISSING_TOKEN), z.maxLength(16_384)) },
  { error: MISSING_TOKEN },
);
export type BotCheck = z.infer<typeof BotCheck>;
/** `proof` permits to submit one public form within five minutes. */
export const BotCheckPassed = z.object({ success: z.boolean(), score: z.number(), proof: z.string() });
export type BotCheckPassed = z.infer<typeof BotCheckPassed>;

export const TokenExchange = z.object({ token: z.string().check(z.minLength(1, 'Required')), email: AccountEmail });
export type TokenExchange = z.infer<typeof TokenExchange>;
export const Session = z.object({ accessToken: z.string(), user: User });
export type Session = z.infer<typeof Session>;

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  audit: READS_SETTINGS,
  summary: 'Get the settings that a client needs before sign-in',
  response: Config,
});
export const exchangeToken = endpoint({
  method: 'POST',
  path: '/auth',
  audit: { action: 'session.create' },
  summary: 'Exchange a token of the identity provider for a product token',
  body: TokenExchange,
  response: Session,
});
export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/auth',
  audit: READS_SETTINGS,
  summary: 'Get the signed-in user',
  response: User,
});
export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  audit: READS_SETTINGS,
  summary: 'List users; `search` matches names and e-mail addresses',
  query: ListQuery,
  response: page(User),
});
export const getUser = endpoint({
  method: 'GET',
  path: '/users/{id}',
  audit: READS_SETTINGS,
  summary: 'Get a user',
  params: IdParams,
  response: User,
});
export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  audit: { action: 'user.create' },
  summary: 'Create a user',
  body: UserCreate,
  created: true,
  response: User,
});
export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/{id}',
  audit: { action: 'user.update' },
  summary:
    'Change a user; absent fields stay unchanged; a new e-mail address is pending until the user confirms it by the link sent to it',
  params: IdParams,
  body: UserUpdate,
  response: User,
});
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/{id}',
  audit: { action: 'user.delete' },
  summary: 'Delete a user',
  params: IdParams,
  response: z.void(),
});
export const resetSignOn = endpoint({
  method: 'DELETE',
  path: '/users/{id}/sign-on',
  audit: { action: 'user.reset-sign-on' },
  summary:
    'Unbind a user from the subject of the identity provider; the next sign-in with the e-mail address binds the user again',
  params: IdParams,
  response: z.void(),
});
export const signUp = endpoint({
  method: 'POST',
  path: '/users',
  audit: { action: 'user.create' },
  summary: 'Sign up, request a demo or register as a vendor; needs a passed bot check',
  headers: z.object({ [PROOF_HEADER]: z.string() }),
  body: z.union([LeadSignUp, VendorSignUp]),
  created: true,
  response: SignUpReceipt,
});
export const checkBot = endpoint({
  method: 'POST',
  path: '/recaptcha',
  audit: TRIES_ONLY,
  summary: 'Verify a reCAPTCHA token',
  body: BotCheck,
  response: BotCheckPassed,
});

export const generateVendors = endpoint({
  method: 'GET',
  path: '/admin/generate/vendor',
  audit: { none: 'returns a link; the download is recorded' },
  summary: 'Get a link to a file of all vendors',
  response: GeneratedFile,
});
export const downloadVendors = endpoint({
  method: 'GET',
  path: '/files/vendors',
  audit: { action: 'users.export' },
  summary: 'Download all vendors as CSV; needs the pass in the link',
  query: FilePass,
  media: 'text/csv',
  response: z.string(),
});

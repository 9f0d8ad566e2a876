import { z } from 'zod/mini';
import { composed } from '../common/fold.ts';
import { MEMBER_ROLES } from '../common/roles.ts';
import { should } from '../common/wording.ts';
import { isDerived } from '../query/fields.ts';

/** Who looks, each with all rights of the one before: the roles of members, then administrators. */
export const VIEWER_ROLES = [...MEMBER_ROLES, 'admin'] as const;
export type ViewerRole = (typeof VIEWER_ROLES)[number];

/** What is recognized in a message. */
export const DETECTORS = ['email', 'iban', 'card', 'token'] as const;
export type Detector = (typeof DETECTORS)[number];

/** The strictest first: where two rules hide the same, the strictest applies. */
export const PRIVACY_ACTIONS = ['remove', 'mask', 'hash'] as const;

export const MAX_PRIVACY_RULES = 50;

/** The names of a path, from the outermost. `*` stands for the entries of a list. */
export const namesOf = (path: string): string[] =>
  path
    .slice(1)
    .split('/')
    .map((name) => composed(name.replaceAll('~1', '/').replaceAll('~0', '~')));

const hasIndex = (path: string): boolean => namesOf(path).some((name) => /^\d+$/.test(name));
/** Such a field is a column of its own, by which events are counted and alerts grouped. */
const isColumn = (path: string): boolean => isDerived(namesOf(path).join('/'));

/** A field of an event's details: a JSON pointer. */
const PrivacyPath = z.string().check(
  z.maxLength(200),
  z.regex(/^(\/([^~/\p{Cc}]|~[01])+)+$/u, { error: should('be a path, such as /customer/email') }),
  z.refine((path) => !hasIndex(path), { error: should('have * for the entries of a list, such as /items/*/iban') }),
  z.refine((path) => !isColumn(path), {
    error: should('not be the subject or environment, by which events are grouped: publish a pseudonym there'),
  }),
);

/**
 * Hides a field of the details, or what a detector recognizes in the message, from viewers with less than the role `below`.
 * `hash`: equal values stay recognizable as equal.
 */
export const PrivacyRule = z.object({
  hides: z.union([z.enum(DETECTORS), PrivacyPath], { error: should('be a path, such as /customer/email') }),
  action: z.enum(PRIVACY_ACTIONS),
  below: z.enum(['operator', 'manager', 'admin']),
});
export type PrivacyRule = z.infer<typeof PrivacyRule>;

export const PrivacyRules = z.array(PrivacyRule).check(z.maxLength(MAX_PRIVACY_RULES));

export const isDetector = (hides: string): hides is Detector => DETECTORS.some((one) => one === hides);

export const hidesFrom = ({ below }: PrivacyRule, role: ViewerRole): boolean =>
  VIEWER_ROLES.indexOf(role) < VIEWER_ROLES.indexOf(below);

/** What to hide, prepared for many events. */
export type Redaction = {
  /** Fields, the strictest action first. */
  paths: readonly (PrivacyRule & { names: readonly string[] })[];
  /** What is recognized in messages, by the strictest action. */
  detectors: ReadonlyMap<Detector, PrivacyRule['action']>;
  /** The same text for the same value, made with a key. It is its own token. */
  token: (text: string) => string;
};

const strictness = ({ action }: PrivacyRule): number => PRIVACY_ACTIONS.indexOf(action);

/** Null when the rules hide nothing. */
export function redactionOf(rules: readonly PrivacyRule[], token: Redaction['token']): Redaction | null {
  if (rules.length === 0) return null;
  const sorted = rules.toSorted((a, b) => strictness(a) - strictness(b));
  const detectors = new Map<Detector, PrivacyRule['action']>();
  for (const { hides, action } of sorted) if (isDetector(hides) && !detectors.has(hides)) detectors.set(hides, action);
  const paths = sorted
    .filter(({ hides }) => !isDetector(hides))
    .map((rule) => Object.assign({}, rule, { names: namesOf(rule.hides) }));
  return { paths, detectors, token };
}

const MESSAGE = 'message';

/** Whether a message is not shown as it was published. */
export const hidesMessage = ({ paths, detectors }: Redaction): boolean =>
  detectors.size > 0 || paths.some(({ names: [first] }) => first === MESSAGE);

/** Whether a field, by its names without places in lists, or one that it lies in, is hidden. */
export const hidesField = ({ paths }: Redaction, field: readonly string[]): boolean =>
  paths.some(({ names }) => names.filter((name) => name !== '*').every((name, index) => name === field[index]));

import { hash } from 'node:crypto';
import {
  hidesFrom,
  type PrivacyRule,
  type Redaction,
  redactionOf,
  type ViewerRole,
} from '@portico/contracts/privacy/rules';

type State = { organizationId: number | null; deletedAt: string | null; key: string; rules: readonly PrivacyRule[] };
const NONE: Pick<State, 'key' | 'rules'> = { key: '', rules: [] };

/** A keyed hash, nested as HMAC is. Its digits are written as letters, in which no detector of numbers recognizes anything. */
const letters = (key: string, text: string, length: number): string =>
  hash('sha256', key + hash('sha256', key + text))
    .slice(0, length)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');

/** Stands for values that are hidden; its last letters prove that it was made with the key. */
const tokensOf =
  (key: string): Redaction['token'] =>
  (text) => {
    const [, known = '', proof] = /^hash:([a-p]{20})([a-p]{8})$/.exec(text) ?? [];
    if (proof !== undefined && proof === letters(key, `token ${known}`, 8)) return text;
    const token = letters(key, `value ${text}`, 20);
    return `hash:${token}${letters(key, `token ${token}`, 8)}`;
  };

/**
 * What privacy rules hide from whom, in memory: rules of the product together with those of an organization. A redaction is the same
 * object until rules change, so that all for whom it is made share it.
 */
export class PrivacyRules {
  /** Grows with each change. */
  version = 0;
  /** Whether nothing is hidden from anybody. */
  isEmpty = true;
  private readonly states = new Map<number, State>();
  private readonly known = new Map<string, Redaction | null>();
  private readonly names = new WeakMap<Redaction, string>();

  apply(state: State): void {
    const id = state.organizationId ?? 0;
    if (state.deletedAt === null) this.states.set(id, state);
    else this.states.delete(id);
    this.known.clear();
    this.version += 1;
    this.isEmpty = [...this.states.values()].every(({ rules }) => rules.length === 0);
  }

  /** Null where nothing is hidden. */
  redactionFor(organization: number, role: ViewerRole): Redaction | null {
    const key = `${organization}/${role}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const [product, own] = [this.states.get(0) ?? NONE, this.states.get(organization) ?? NONE];
    const rules = [...product.rules, ...own.rules].filter((rule) => hidesFrom(rule, role));
    const secret = `${product.key}/${organization}/${own.key}`;
    const redaction = redactionOf(rules, tokensOf(secret));
    if (redaction) this.names.set(redaction, hash('sha256', JSON.stringify([secret, rules])));
    this.known.set(key, redaction);
    return redaction;
  }

  /** The same for redactions that hide the same. */
  nameOf(redaction: Redaction): string {
    return this.names.get(redaction) ?? '';
  }
}

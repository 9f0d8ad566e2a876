import { composed } from '../common/fold.ts';
import { endOfValue, skipSpace } from '../common/json-text.ts';
import { redactText } from './detect.ts';
import type { PrivacyRule, Redaction } from './rules.ts';

/** Replaces a masked value, and a masked or removed message. */
export const MASK = '***';

/** Redacted details. `hidden`: the hidden fields and detectors, as named in the rules. */
export type Redacted = { details: string; hidden: string[] };

/** A rule, and the number of names of the rule's path that have matched. */
type Step = { rule: Redaction['paths'][number]; at: number };
type Edit = { begin: number; end: number; text: string };

const [QUOTE, OBJECT, LIST] = [0x22, 0x7b, 0x5b];
/** Maximum depth of nested lists. A deeper list is masked as a whole. */
const MAX_LISTS = 64;

/**
 * Redacts the details of an event in JSON text; all other bytes stay unchanged. A rule's path need not contain the positions in lists.
 * Hides every repetition of a member.
 */
export function redact(details: string, redaction: Redaction): Redacted {
  const walk = new Walk(details, redaction);
  walk.details();
  return { details: walk.result(), hidden: [...walk.hidden] };
}

class Walk {
  readonly hidden = new Set<string>();
  private readonly edits: Edit[] = [];
  private readonly text: string;
  private readonly redaction: Redaction;

  constructor(text: string, redaction: Redaction) {
    this.text = text;
    this.redaction = redaction;
  }

  details(): void {
    const steps = this.redaction.paths.map((rule) => ({ rule, at: 0 }));
    this.value(skipSpace(this.text, 0), steps, 0, true);
  }

  result(): string {
    let result = '';
    let from = 0;
    for (const { begin, end, text } of this.edits) {
      result += this.text.slice(from, begin) + text;
      from = end;
    }
    return result + this.text.slice(from);
  }

  /** @returns the end of the value. */
  private value(begin: number, steps: readonly Step[], lists: number, isRoot = false): number {
    const opening = this.text.charCodeAt(begin);
    if ((steps.length === 0 && !isRoot) || (opening !== OBJECT && opening !== LIST))
      return endOfValue(this.text, begin);
    if (lists > MAX_LISTS) return this.replace(begin, steps[0]?.rule);
    return this.members(begin, opening === OBJECT, steps, lists, isRoot);
  }

  private members(open: number, isObject: boolean, steps: readonly Step[], lists: number, isRoot: boolean): number {
    const { text } = this;
    let at = skipSpace(text, open + 1);
    /** End of the last member that is not removed. */
    let stays = open + 1;
    while (at < text.length && !isClosing(text.charCodeAt(at))) {
      const begin = at;
      let name: string | null = null;
      if (isObject) {
        const end = endOfValue(text, at);
        name = nameIn(text.slice(at, end));
        at = skipSpace(text, skipSpace(text, end) + 1);
      }
      const within = name === null ? inList(steps) : inObject(steps, name);
      const rule = within.find((step) => step.at === step.rule.names.length)?.rule;
      const isMessage = isRoot && name === 'message';
      const isRemoved = rule?.action === 'remove' && !isMessage;
      const end =
        rule === undefined
          ? isMessage
            ? this.message(at, within.length > 0)
            : this.value(at, within, isObject ? 0 : lists + 1)
          : isRemoved
            ? endOfValue(text, at)
            : this.replace(at, rule);
      const comma = skipSpace(text, end);
      const hasNext = text.charCodeAt(comma) === 0x2c;
      const next = hasNext ? skipSpace(text, comma + 1) : comma;
      if (isRemoved) {
        this.hidden.add(rule.hides);
        this.cut(begin, end, hasNext ? next : null, stays);
      } else stays = end;
      // Ensures progress even if the text is not JSON.
      at = Math.max(next, begin + 1);
    }
    return Math.min(at + 1, text.length);
  }

  /** Removes a member with the comma after it; the last member together with the comma before it. */
  private cut(begin: number, end: number, next: number | null, stays: number): void {
    if (next !== null) return void this.edits.push({ begin, end: next, text: '' });
    while ((this.edits.at(-1)?.begin ?? -1) >= stays) this.edits.pop();
    this.edits.push({ begin: stays, end, text: '' });
  }

  /** @returns the end of the replaced value. */
  private replace(begin: number, rule: PrivacyRule | undefined): number {
    const end = endOfValue(this.text, begin);
    if (rule) this.hidden.add(rule.hides);
    const text = rule?.action === 'hash' ? this.redaction.token(textOf(this.text.slice(begin, end))) : MASK;
    this.edits.push({ begin, end, text: JSON.stringify(text) });
    return end;
  }

  /** @param isWithin - whether rules hide fields inside the message. @returns the end of the message. */
  private message(begin: number, isWithin: boolean): number {
    const { text, redaction } = this;
    const end = endOfValue(text, begin);
    if (redaction.detectors.size === 0 && !isWithin) return end;
    const isText = text.charCodeAt(begin) === QUOTE;
    const message = isText ? textOf(text.slice(begin, end)) : '';
    // A message that is not text is masked: the details may repeat the member `message`, and a parser may return this repetition.
    const found = isText ? redactText(message, redaction) : { text: MASK, hidden: ['/message'] };
    for (const one of found.hidden) this.hidden.add(one);
    if (!isText || found.text !== message) this.edits.push({ begin, end, text: JSON.stringify(found.text) });
    return end;
  }
}

const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;

/** `*` never matches a member's name. */
const inObject = (steps: readonly Step[], name: string): Step[] =>
  steps.filter(({ rule, at }) => name !== '*' && rule.names[at] === name).map(({ rule, at }) => ({ rule, at: at + 1 }));

const inList = (steps: readonly Step[]): Step[] =>
  steps.map(({ rule, at }) => ({ rule, at: rule.names[at] === '*' ? at + 1 : at }));

/** Returns the text of a JSON string, or the JSON text of any other value. */
const textOf = (json: string): string => {
  if (json.charCodeAt(0) !== QUOTE) return json;
  if (!json.includes('\\')) return json.slice(1, -1);
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
};

/** The name of a member in composed form (NFC), as in the paths of rules. */
const nameIn = (json: string): string => composed(textOf(json));

/** Redacts a message on its own, without the other details of its event. */
export function redactMessage(message: string, redaction: Redaction): string {
  const { details } = redact(JSON.stringify({ message }), redaction);
  return textOf(details.slice(details.indexOf(':') + 1, -1));
}

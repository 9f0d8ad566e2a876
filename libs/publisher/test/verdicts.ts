import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';

export type Verdict = { code: string; reason: string; pointer: string };

const RESULTS = ['SUCCESS', 'FAILURE'];

/**
 * Validates and stores the events of integration 4 of organization 2, with roughly the same results for a client as the product. With
 * a file, an accepted event is on disk before it is answered, and the next process reads the stored events from the file.
 */
export class Verdicts {
  /** First event with each id as JSON, by id, in the order of arrival. */
  readonly stored = new Map<string, string>();
  /** Number of events that arrived with the id of a stored event. */
  duplicates = 0;
  readonly #file: number | undefined;

  constructor(file?: string) {
    if (file === undefined) return;
    // Drop the last line, which may be incomplete.
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    for (const line of lines) this.stored.set(JSON.parse(line).id, line);
    this.#file = openSync(file, 'a');
  }

  /** Returns why an event is rejected, or undefined when it is accepted. */
  of(event: Record<string, unknown>): Verdict | undefined {
    const fault = faultOf(event);
    if (fault) return fault;
    const id = String(event['id']);
    const content = JSON.stringify(event);
    const known = this.stored.get(id);
    if (known !== undefined) {
      this.duplicates += 1;
      if (known === content) return undefined;
      return { code: 'id_reused', reason: 'id should be new: other content has it', pointer: '/id' };
    }
    if (this.#file !== undefined) {
      writeSync(this.#file, `${content}\n`);
      fsyncSync(this.#file);
    }
    this.stored.set(id, content);
    return undefined;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }
}

const faultOf = (event: Record<string, unknown>): Verdict | undefined => {
  const invalid = (name: string, reason: string): Verdict => ({
    code: 'invalid_field',
    reason: `${name} should ${reason}`,
    pointer: `/${name}`,
  });
  if (typeof event['id'] !== 'string' || event['id'] === '') return invalid('id', 'be text');
  if (!RESULTS.includes(String(event['result']))) return invalid('result', 'be SUCCESS or FAILURE');
  if (!/^[0-9a-f]{32}$/.test(String(event['trace_id']))) return invalid('trace_id', 'be 32 lower-case hex digits');
  if (Number.isNaN(Date.parse(String(event['timestamp'])))) return invalid('timestamp', 'be a date and time');
  const { source_id = 4, organization_id = 2 } = event;
  if (source_id !== 4)
    return { code: 'not_your_integration', reason: 'source_id is another one', pointer: '/source_id' };
  if (organization_id !== 2)
    return { code: 'wrong_organization', reason: 'organization_id is another one', pointer: '/organization_id' };
  return undefined;
};

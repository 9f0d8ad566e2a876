import { join } from 'node:path';
import { SegmentFile } from '../log/segment-file.ts';
import { writeFileAtomic } from '../storage/atomic-file.ts';

interface CommittedOffset {
  readonly offset: number;
  readonly leaderEpoch: number;
  readonly metadata: string | null;
  readonly committedAt: number;
  /** Expiry from the commit request; absent when the broker's retention applies. */
  readonly expiresAt?: number;
}

export interface OffsetCommit extends CommittedOffset {
  readonly topic: string;
  readonly partition: number;
}

type Line =
  | { readonly group: string; readonly commits: readonly OffsetCommit[] }
  | { readonly deletedGroup: string }
  | { readonly deletedTopic: string; readonly group?: string };

type Offsets = Map<string, Map<number, CommittedOffset>>;

/** The journal is rewritten when it exceeds this size and four times the size of its current content. */
const MIN_REWRITE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

/**
 * Committed offsets of groups, in memory and in a journal with one JSON line for each commit. After a crash, the next start drops an
 * incomplete last line, which was not acknowledged.
 */
export class OffsetStore {
  private readonly path: string;
  private readonly file: SegmentFile;
  private readonly groups = new Map<string, Offsets>();
  private journalBytes: number;
  private rewriteAt = MIN_REWRITE_BYTES;

  constructor(folder: string) {
    this.path = join(folder, 'group-offsets.jsonl');
    this.file = new SegmentFile(this.path);
    const bytes = this.file.read(0, this.file.byteLength());
    this.journalBytes = this.replay(bytes);
    if (this.journalBytes < bytes.length) this.file.truncate(this.journalBytes);
  }

  private replay(bytes: Buffer): number {
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      try {
        this.apply(JSON.parse(bytes.toString('utf8', start, end)) as Line);
      } catch {
        return start;
      }
      start = end + 1;
    }
    return start;
  }

  private apply(line: Line): void {
    if ('deletedGroup' in line) {
      this.groups.delete(line.deletedGroup);
    } else if ('deletedTopic' in line) {
      for (const [id, offsets] of this.groups) if ((line.group ?? id) === id) offsets.delete(line.deletedTopic);
    } else {
      const offsets: Offsets = this.groups.get(line.group) ?? new Map();
      this.groups.set(line.group, offsets);
      for (const { topic, partition, ...committed } of line.commits) {
        const partitions = offsets.get(topic) ?? new Map<number, CommittedOffset>();
        offsets.set(topic, partitions.set(partition, committed));
      }
    }
  }

  /** Writes the lines before it applies them, so that every acknowledged commit is in the journal. */
  private write(...lines: readonly Line[]): void {
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    this.file.append(bytes, this.journalBytes);
    this.journalBytes += bytes.length;
    for (const line of lines) this.apply(line);
    if (this.journalBytes <= this.rewriteAt) return;
    try {
      this.rewrite();
    } catch {
      // The lines are written, but the rewrite failed, for example on a full disk. It is retried when the journal has doubled.
      this.rewriteAt = this.journalBytes * 2;
    }
  }

  private rewrite(): void {
    const lines = [...this.groups].map(([group, offsets]) => {
      const commits = [...offsets].flatMap(([topic, partitions]) =>
        [...partitions].map(([partition, committed]) => ({ topic, partition, ...committed })),
      );
      return `${JSON.stringify({ group, commits } satisfies Line)}\n`;
    });
    const bytes = Buffer.from(lines.join(''));
    writeFileAtomic(this.path, bytes, true);
    this.file.close();
    this.journalBytes = bytes.length;
    this.rewriteAt = Math.max(MIN_REWRITE_BYTES, bytes.length * 4);
  }

  groupIds(): string[] {
    return [...this.groups.keys()];
  }

  has(group: string): boolean {
    return this.groups.has(group);
  }

  ofGroup(group: string): ReadonlyMap<string, ReadonlyMap<number, CommittedOffset>> {
    return this.groups.get(group) ?? new Map();
  }

  commit(group: string, commits: readonly OffsetCommit[]): void {
    if (commits.length > 0) this.write({ group, commits });
  }

  deleteGroup(group: string): void {
    if (this.groups.has(group)) this.write({ deletedGroup: group });
  }

  deleteTopic(topic: string): void {
    if ([...this.groups.values()].some((offsets) => offsets.has(topic))) this.write({ deletedTopic: topic });
  }

  delete(group: string, partitions: readonly { readonly topic: string; readonly partition: number }[]): void {
    const isDeleted = (topic: string, partition: number): boolean =>
      partitions.some((one) => one.topic === topic && one.partition === partition);
    const known = partitions.some(({ topic, partition }) => this.ofGroup(group).get(topic)?.has(partition));
    if (known) this.keepOnly(group, (_, topic, partition) => !isDeleted(topic, partition));
  }

  /**
   * Removes expired offsets of groups that are not `inUse`. An offset without an expiry of its own expires when the group has not
   * committed for `retentionMs`.
   */
  expire(now: number, retentionMs: number, inUse: (group: string) => boolean): void {
    for (const [group, offsets] of this.groups) {
      if (inUse(group)) continue;
      const all = [...offsets.values()].flatMap((partitions) => [...partitions.values()]);
      const idle = all.every(({ committedAt }) => committedAt < now - retentionMs);
      const isOver = ({ expiresAt }: CommittedOffset): boolean => (expiresAt === undefined ? idle : expiresAt <= now);
      if (all.every(isOver)) this.deleteGroup(group);
      else if (all.some(isOver)) this.keepOnly(group, (offset) => !isOver(offset));
    }
  }

  private keepOnly(
    group: string,
    isKept: (offset: CommittedOffset, topic: string, partition: number) => boolean,
  ): void {
    const commits = [...this.ofGroup(group)].flatMap(([topic, partitions]) =>
      [...partitions].flatMap(([partition, offset]) =>
        isKept(offset, topic, partition) ? [{ topic, partition, ...offset }] : [],
      ),
    );
    this.write({ deletedGroup: group }, ...(commits.length > 0 ? [{ group, commits }] : []));
  }

  flush(): Promise<void> {
    return this.file.flush();
  }

  close(): void {
    this.file.flushSync();
    this.file.close();
  }
}

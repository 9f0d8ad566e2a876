export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b_79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.below(values.length)] ?? values[0];
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }
}

const SIZE_BYTES = 4;
/** Boundary values of sizes, counts and offsets. */
const EDGES = [0, 1, -1, -2, 0x7f, 0xff, 0x7fff, 0xffff, 1_000_000, 0x7fff_ffff, -0x8000_0000] as const;

/** Sets the frame's size field to its length. */
function sized(frame: Buffer): Buffer {
  if (frame.length >= SIZE_BYTES) frame.writeInt32BE(frame.length - SIZE_BYTES);
  return frame;
}

type Mutation = (frame: Buffer, random: Random) => Buffer;

/** A random position after the size field; it may be in the header. */
const place = (frame: Buffer, random: Random, room = 1): number =>
  SIZE_BYTES + random.below(Math.max(1, frame.length - SIZE_BYTES - room));

const unchanged: Mutation = (frame) => frame;
const flipBytes: Mutation = (frame, random) => {
  for (let left = 1 + random.below(6); left > 0; left--) frame[place(frame, random)] = random.below(256);
  return frame;
};
const edgeNumber: Mutation = (frame, random) => {
  const at = place(frame, random, 4);
  const value = random.pick(EDGES);
  if (random.below(2) === 0) frame.writeInt32BE(value | 0, at);
  else frame.writeInt16BE((value << 16) >> 16, at);
  return frame;
};
/** Writes a varint that does not end, to damage compact lengths and tagged fields. */
const longVarint: Mutation = (frame, random) => {
  const at = place(frame, random);
  frame.fill(random.pick([0xff, 0x80, 0xfe]), at, Math.min(frame.length, at + 1 + random.below(10)));
  return frame;
};
const cutShort: Mutation = (frame, random) => sized(frame.subarray(0, place(frame, random)));
const insert: Mutation = (frame, random) => {
  const at = place(frame, random);
  return sized(Buffer.concat([frame.subarray(0, at), random.bytes(1 + random.below(40)), frame.subarray(at)]));
};
const remove: Mutation = (frame, random) => {
  const at = place(frame, random);
  return sized(Buffer.concat([frame.subarray(0, at), frame.subarray(at + 1 + random.below(8))]));
};
const otherApi: Mutation = (frame, random) => {
  frame.writeInt16BE(random.below(3) === 0 ? (random.pick(EDGES) << 16) >> 16 : random.below(80), 4);
  return frame;
};
const otherVersion: Mutation = (frame, random) => {
  frame.writeInt16BE(random.below(20) - 2, 6);
  return frame;
};
/** Makes the size field too large or too small, so that the broker misreads the following frame. */
const wrongSize: Mutation = (frame, random) => {
  frame.writeInt32BE(
    random.pick([frame.length, frame.length + 20, 3, 0, -1, 0x7fff_ffff, 99_999_999, frame.length - 9]),
  );
  return frame;
};
const noise: Mutation = (frame, random) =>
  sized(Buffer.concat([frame.subarray(0, 12), random.bytes(random.below(200))]));
const onlyNoise: Mutation = (_, random) => random.bytes(1 + random.below(100));

const SMALL: readonly Mutation[] = [unchanged, flipBytes, edgeNumber, longVarint, cutShort, insert, remove];
const LARGE: readonly Mutation[] = [otherApi, otherVersion, wrongSize, noise, onlyNoise];
/** All mutations. Small ones are twice as frequent, because frames with small mutations pass more of the broker's checks. */
const MUTATIONS: readonly Mutation[] = [...SMALL, ...SMALL, ...LARGE];

/** Changes a valid frame in one to three places to make it hostile. */
export function mutate(frames: readonly Buffer[], random: Random): Buffer {
  let frame = Buffer.from(frames[random.below(frames.length)] ?? Buffer.alloc(16));
  for (let left = 1 + random.below(3); left > 0; left--) {
    // A frame that is too short to change is already hostile.
    if (frame.length < 14) return frame;
    frame = Buffer.from((MUTATIONS[random.below(MUTATIONS.length)] ?? unchanged)(frame, random));
  }
  return frame;
}

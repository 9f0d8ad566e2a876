// Types for the internal modules of kafkajs 2.2.4 that the patches in this folder use.
declare module 'kafkajs/src/protocol/requests/fetch/index.js' {
  type Response = { decode: (bytes: Buffer) => Promise<object>; parse: (decoded: never) => unknown };
  type Request = { request: object; response: Response; requestTimeout?: number };
  const fetch: { versions: string[]; protocol: (options: { version: number }) => (options: object) => Request };
  export default fetch;
}
declare module 'kafkajs/src/protocol/decoder.js' {
  export default class Decoder {
    constructor(bytes: Buffer);
    readInt16(): number;
    readInt32(): number;
    readInt64(): { toString: () => string };
    readString(): string;
    readBytes(length: number): Buffer;
    canReadBytes(length: number): boolean;
    readArray<Item>(read: (decoder: Decoder) => Item): Item[];
    readArrayAsync<Item>(read: (decoder: Decoder) => Promise<Item>): Promise<Item[]>;
  }
}
declare module 'kafkajs/src/network/requestQueue/index.js' {
  type SentRequest = { sentAt: number; requestTimeout: number; timeoutRequest: () => void };
  export default class RequestQueue {
    constructor(options: object);
    pending: unknown[];
    inflight: Map<number, SentRequest>;
    requestTimeout: number;
    enforceRequestTimeout: boolean;
    requestTimeoutIntervalId: NodeJS.Timeout;
    isConnected: () => boolean;
    scheduleRequestTimeoutCheck(): void;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    scheduleCheckPendingRequests(): void;
    checkPendingRequests(): void;
    destroy(): void;
  }
}
declare module 'kafkajs/src/consumer/runner.js' {
  type Connection = {
    connectionStatus: string;
    requestQueue: { destroy: () => void };
    socket: { destroy: () => void };
    rejectRequests: (error: Error) => void;
  };
  export type Broker = { connectionPool: { pool: Connection[] } };
  export default class Runner {
    running: boolean;
    consumerGroup: { cluster: { brokerPool: { brokers: Record<string, Broker> } } };
    fetch(nodeId: number): Promise<unknown>;
    stop(): Promise<void>;
  }
}
declare module 'kafkajs/src/protocol/recordBatch/v0/decoder.js' {
  import type Decoder from 'kafkajs/src/protocol/decoder.js';
  type Decoded = { key: Buffer | null; value: Buffer | null; timestamp: string; offset: string; headers: object };
  export default function decode(decoder: Decoder): Promise<{ records: Decoded[] }>;
}

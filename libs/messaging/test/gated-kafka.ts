import { connect } from 'node:net';
import { Kafka, logLevel } from '@portico/kafka';

const PRODUCE = 0;
/** Byte offset of the API key in a request. The request's length comes first. */
const API_KEY = 4;

type GatedKafka = {
  kafka: Kafka;
  /** Holds back produce requests from now on. */
  close: () => void;
  /** Whether a request is held back. */
  isHolding: () => boolean;
  /** Releases all requests. */
  open: () => void;
};

/** Returns a client whose produce requests a test can hold back before they reach the broker. */
export function gatedKafka(brokers: string[]): GatedKafka {
  let isClosed = false;
  let held: (() => void)[] = [];
  const kafka = new Kafka({
    clientId: 'gated',
    brokers,
    logLevel: logLevel.NOTHING,
    socketFactory: ({ host, port, onConnect }) => {
      const socket = connect({ host, port }, onConnect);
      const write = socket.write.bind(socket);
      socket.write = (bytes: Uint8Array | string) => {
        if (!isClosed || !Buffer.isBuffer(bytes) || bytes.readInt16BE(API_KEY) !== PRODUCE) return write(bytes);
        held.push(() => write(bytes));
        return true;
      };
      return socket;
    },
  });
  return {
    kafka,
    close: () => {
      isClosed = true;
    },
    isHolding: () => held.length > 0,
    open: () => {
      isClosed = false;
      for (const send of held) send();
      held = [];
    },
  };
}

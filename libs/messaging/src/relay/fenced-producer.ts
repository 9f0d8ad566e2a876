import { type Kafka, type Producer } from '@portico/kafka';

/** Identity of an idempotent producer in Kafka. A partition rejects an epoch below the newest that wrote to it. */
export type ProducerIdentity = { producerId: string; producerEpoch: number };

/** @param assign - requests an unused producer id from Kafka. */
export type Claim = (assign: () => Promise<string>) => Promise<ProducerIdentity>;

type Broker = {
  initProducerId: (request: { transactionTimeout: number }) => Promise<ProducerIdentity>;
};
type Cluster = { findControllerBroker: () => Promise<Broker> };

const isCreator = (value: unknown): value is (options: object) => Cluster => typeof value === 'function';

/**
 * An idempotent producer with an identity of the caller's choice, where kafkajs would ask Kafka for a new one. kafkajs
 * has no option for it, so the connection that it makes for this one producer answers in Kafka's place. Java's client
 * raises the epoch of an idempotent producer in the same way (KIP-360).
 */
export function fencedProducer(kafka: Kafka, claim: Claim): Producer {
  const creator = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === 'private:Kafka:createCluster',
  );
  const createCluster: unknown = creator && Reflect.get(kafka, creator);
  if (creator === undefined || !isCreator(createCluster)) throw new Error('kafkajs creates its clusters elsewhere');

  const createFenced = (options: object): Cluster => {
    const cluster = createCluster(options);
    const findBroker = cluster.findControllerBroker.bind(cluster);
    cluster.findControllerBroker = async () => ({
      initProducerId: (request) => claim(async () => (await (await findBroker()).initProducerId(request)).producerId),
    });
    return cluster;
  };
  const fenced: Kafka = Object.create(kafka, { [creator]: { value: createFenced } });
  return fenced.producer({ idempotent: true, maxInFlightRequests: 1 });
}

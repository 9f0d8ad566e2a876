import { type Kafka, type Producer } from '@portico/kafka';

/** Identity of an idempotent producer. A partition rejects writes with a lower epoch than a previous write of the same producer id. */
export type ProducerIdentity = { producerId: string; producerEpoch: number };

/** Returns the identity for a producer. `assign` requests an unused producer id from Kafka. */
export type Claim = (assign: () => Promise<string>) => Promise<ProducerIdentity>;

type Broker = {
  initProducerId: (request: { transactionTimeout: number }) => Promise<ProducerIdentity>;
};
type Cluster = { findControllerBroker: () => Promise<Broker> };

const isCreator = (value: unknown): value is (options: object) => Cluster => typeof value === 'function';

/**
 * Creates an idempotent producer with the identity that `claim` returns. kafkajs has no option for the identity and requests a new one
 * from Kafka, so this function intercepts the request and returns the claimed identity. Java's client raises the epoch of an
 * idempotent producer in the same way (KIP-360).
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

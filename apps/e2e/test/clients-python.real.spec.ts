// needs: python-clients
// Costs 25 s on 2 quiet cores: 15 s for the product, 1 to 3 s for each client.
import { describeClients } from '../src/client-suite.ts';

describeClients('python', [
  'confluent-kafka',
  'aiokafka',
  'cloudevents structured',
  'cloudevents binary',
  'cloudevents batch',
]);

import { members } from './example-event.ts';
import { type Given, mechanismOf, recordKey, topicOf, type Writer } from './given.ts';

const event = (given: Given): string => `        UUID id = UUID.randomUUID();
        String event = """
            {
${members(given, (name, json) => `"${name}": ${json},`, '              ')}
              "id": "%s",
              "timestamp": "%s",
              "trace_id": "%s"
            }""".formatted(id, Instant.now().truncatedTo(ChronoUnit.MILLIS), id.toString().replace("-", ""));`;

const overHttp = (given: Given): string => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

public class FirstEvent {
    public static void main(String[] args) throws Exception {
${event(given)}

        // After a timeout send the same event again: an id counts once.
        HttpRequest request = HttpRequest.newBuilder(URI.create(${JSON.stringify(given.connect.ingestUrl)}))
            .header("Authorization", ${JSON.stringify(`Bearer ${given.keyText}`)})
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(event))
            .build();
        HttpResponse<String> response = HttpClient.newHttpClient()
            .send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
        System.exit(response.statusCode() == 202 ? 0 : 1);
    }
}`;

const put = (name: string, value: string): string =>
  `        settings.put(${JSON.stringify(name)}, ${JSON.stringify(value)});`;

const signOn = (given: Given): string[] => {
  const { connect, keyId, keyText } = given;
  const jaas = (module: string, user: string, secret: string) =>
    put(
      'sasl.jaas.config',
      `org.apache.kafka.common.security.${module} required ${user}="${keyId}" ${secret}="${keyText}";`,
    );
  if (mechanismOf(given) === 'PLAIN')
    return [put('sasl.mechanism', 'PLAIN'), jaas('plain.PlainLoginModule', 'username', 'password')];
  return [
    `        System.setProperty("org.apache.kafka.sasl.oauthbearer.allowed.urls", ${JSON.stringify(connect.tokenUrl)});`,
    put('sasl.mechanism', 'OAUTHBEARER'),
    put(
      'sasl.login.callback.handler.class',
      'org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler',
    ),
    put('sasl.oauthbearer.token.endpoint.url', connect.tokenUrl),
    jaas('oauthbearer.OAuthBearerLoginModule', 'clientId', 'clientSecret'),
  ];
};

const overKafka = (given: Given): string => `// org.apache.kafka:kafka-clients, 3.4 or newer
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

public class FirstEvent {
    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
${put('bootstrap.servers', given.connect.kafka.brokers)}
${put('security.protocol', given.connect.kafka.protocol)}
${signOn(given).join('\n')}

${event(given)}

        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(${JSON.stringify(topicOf(given))}, ${JSON.stringify(recordKey(given))}, event)).get();
        }
        System.out.println("published " + id);
    }
}`;

export const java: Writer = (given) => {
  if (given.door === 'shared') return null;
  return given.door === 'http' ? overHttp(given) : overKafka(given);
};

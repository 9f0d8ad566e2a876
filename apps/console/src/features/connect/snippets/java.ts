import { members } from './example-event.ts';
import { type SnippetInput, mechanismOf, recordKey, topicOf, type Writers } from './given.ts';

const event = (input: SnippetInput): string => `        UUID id = UUID.randomUUID();
        String event = """
            {
${members(input, (name, json) => `"${name}": ${json},`, '              ')}
              "id": "%s",
              "timestamp": "%s",
              "trace_id": "%s"
            }""".formatted(id, Instant.now().truncatedTo(ChronoUnit.MILLIS), id.toString().replace("-", ""));`;

const overHttp = (input: SnippetInput): string => `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

public class FirstEvent {
    public static void main(String[] args) throws Exception {
${event(input)}

        // After a timeout send the same event again: an id counts once.
        HttpRequest request = HttpRequest.newBuilder(URI.create(${JSON.stringify(input.connect.ingestUrl)}))
            .header("Authorization", ${JSON.stringify(`Bearer ${input.keyText}`)})
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

const signOn = (input: SnippetInput): string[] => {
  const { connect, keyId, keyText } = input;
  const jaas = (module: string, user: string, secret: string) =>
    put(
      'sasl.jaas.config',
      `org.apache.kafka.common.security.${module} required ${user}="${keyId}" ${secret}="${keyText}";`,
    );
  if (mechanismOf(input) === 'PLAIN')
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

const overKafka = (input: SnippetInput): string => `// org.apache.kafka:kafka-clients, 3.4 or newer
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
${put('bootstrap.servers', input.connect.kafka.brokers)}
${put('security.protocol', input.connect.kafka.protocol)}
${signOn(input).join('\n')}

${event(input)}

        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(${JSON.stringify(topicOf(input))}, ${JSON.stringify(recordKey(input))}, event)).get();
        }
        System.out.println("published " + id);
    }
}`;

export const java: Writers = { http: overHttp, own: overKafka };

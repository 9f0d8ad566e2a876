import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.message.MessageWriter;
import io.cloudevents.core.provider.EventFormatProvider;
import io.cloudevents.http.HttpMessageFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes the event of EVENT with the client that the first argument names. */
class Publish {
    static final String JSON = "application/cloudevents+json";

    static String env(String name) {
        return System.getenv(name);
    }

    static void kafkaClients() throws Exception {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", env("BROKERS"));
        settings.put("security.protocol", "SASL_PLAINTEXT");
        settings.put("sasl.mechanism", "PLAIN");
        settings.put("sasl.jaas.config", String.format(
            "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%s\" password=\"%s\";",
            env("KEY_ID"), env("KEY")));
        byte[] value = env("EVENT").getBytes(StandardCharsets.UTF_8);
        try (var producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(env("TOPIC"), value)).get();
        }
    }

    static CloudEvent cloudEvent() {
        return CloudEventBuilder.v1()
            .withId(env("EVENT_ID"))
            .withSource(URI.create("payroll"))
            .withType("payrun.completed")
            .withSubject(env("EVENT_SUBJECT"))
            .withTime(OffsetDateTime.now())
            .withData("application/json", "{\"message\":\"sent\"}".getBytes(StandardCharsets.UTF_8))
            .build();
    }

    static HttpRequest.Builder request() {
        return HttpRequest.newBuilder(URI.create(env("INGEST_URL"))).header("Authorization", "Bearer " + env("KEY"));
    }

    static void send(HttpRequest request) {
        try {
            var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 202 || !answer.body().contains("\"accepted\":1"))
                throw new IllegalStateException(answer.statusCode() + " " + answer.body());
        } catch (java.io.IOException | InterruptedException error) {
            throw new IllegalStateException(error);
        }
    }

    static MessageWriter<?, ?> writer() {
        var request = request();
        return HttpMessageFactory.createWriter(
            request::header, body -> send(request.POST(HttpRequest.BodyPublishers.ofByteArray(body)).build()));
    }

    static void batch() {
        byte[] event = EventFormatProvider.getInstance().resolveFormat(JSON).serialize(cloudEvent());
        var body = "[" + new String(event, StandardCharsets.UTF_8) + "]";
        send(request()
            .header("Content-Type", "application/cloudevents-batch+json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build());
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "kafka-clients" -> kafkaClients();
            case "cloudevents structured" -> writer().writeStructured(cloudEvent(), JSON);
            case "cloudevents binary" -> writer().writeBinary(cloudEvent());
            case "cloudevents batch" -> batch();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}

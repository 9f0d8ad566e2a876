// Publishes the event of EVENT with the client that the first argument names.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/segmentio/kafka-go"
	kafkago "github.com/segmentio/kafka-go/sasl/plain"
	"github.com/twmb/franz-go/pkg/kgo"
	franz "github.com/twmb/franz-go/pkg/sasl/plain"
)

var (
	brokers = os.Getenv("BROKERS")
	topic   = os.Getenv("TOPIC")
	keyID   = os.Getenv("KEY_ID")
	key     = os.Getenv("KEY")
	value   = []byte(os.Getenv("EVENT"))
)

func franzGo(ctx context.Context) error {
	client, err := kgo.NewClient(
		kgo.SeedBrokers(brokers),
		kgo.SASL(franz.Auth{User: keyID, Pass: key}.AsMechanism()),
		kgo.DefaultProduceTopic(topic),
	)
	if err != nil {
		return err
	}
	defer client.Close()
	return client.ProduceSync(ctx, &kgo.Record{Value: value}).FirstErr()
}

func kafkaGo(ctx context.Context) error {
	writer := &kafka.Writer{
		Addr:         kafka.TCP(brokers),
		Topic:        topic,
		RequiredAcks: kafka.RequireAll,
		BatchTimeout: 10 * time.Millisecond,
		Transport:    &kafka.Transport{SASL: kafkago.Mechanism{Username: keyID, Password: key}},
	}
	defer writer.Close()
	return writer.WriteMessages(ctx, kafka.Message{Value: value})
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 40*time.Second)
	defer cancel()
	clients := map[string]func(context.Context) error{"franz-go": franzGo, "kafka-go": kafkaGo}
	if err := clients[os.Args[1]](ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

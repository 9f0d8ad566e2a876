import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Reading, readGauge } from '@portico/service';

type State = { waiting: number; age: number | null };

/** Prometheus metrics of the outbox. Every process reports the same values, because all processes read one table. */
@Injectable()
export class OutboxMetrics {
  constructor(private readonly orm: MikroORM) {
    readGauge('portico_outbox_waiting', 'Domain events that were decided and are not in Kafka', [], async () =>
      this.read(({ waiting }) => waiting),
    );
    readGauge('portico_outbox_oldest_seconds', 'How long the oldest of them has waited', [], async () =>
      this.read(({ age }) => age ?? 0),
    );
  }

  private async read(value: (state: State) => number): Promise<Reading[]> {
    const [row] = await this.orm.em
      .fork()
      .execute<State[]>(
        `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(created_at))::float8 as age from outbox`,
      );
    return [{ value: row ? value(row) : 0 }];
  }
}

import { z } from 'zod';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { MAX_DETAILS_TERMS } from '../../text/detail-terms.ts';
import { composedSql } from '../../text/search-text.ts';
import { type Deployment, onCluster } from './deployment.ts';
import { DETAIL_TERMS } from './detail-terms.ts';

const composedTerms = `arrayDistinct(arrayMap(term -> ${composedSql('term')}, detail_terms))`;
/**
 * SQL: the terms of a row, computed from its details. If the row already has the maximum number of terms, its existing terms are only
 * converted to NFC.
 */
const terms = `if(length(detail_terms) < ${MAX_DETAILS_TERMS}, ${DETAIL_TERMS}, ${composedTerms})`;

/**
 * Converts texts to NFC in the background. ClickHouse rewrites only parts with texts that are not in NFC. Columns with published values
 * stay unchanged.
 */
const compose = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)}
    UPDATE search_text = ${composedSql('search_text')} WHERE search_text != ${composedSql('search_text')},
    UPDATE detail_terms = ${terms} WHERE detail_terms != ${composedTerms}
  SETTINGS mutations_sync = 0`;
const setDefault = (deployment: Deployment): string => `
  ALTER TABLE integration_events${onCluster(deployment)}
    MODIFY COLUMN detail_terms Array(String) DEFAULT ${DETAIL_TERMS} CODEC(ZSTD(1))`;
const isComposing = {
  sql: `SELECT count() AS count FROM system.mutations
    WHERE database = currentDatabase() AND table = 'integration_events' AND command LIKE '%UPDATE search_text = normalizeUTF8NFC%'`,
};

/** Converts the texts of searches to NFC. Idempotent: several processes may run it, and an interrupted run may be repeated. */
export async function composeText(clickhouse: ClickHouse, deployment: Deployment): Promise<void> {
  await clickhouse.run(setDefault(deployment));
  const [mutations] = await clickhouse.rowsForSure(z.object({ count: z.number() }), isComposing);
  if (mutations?.count === 0) await clickhouse.run(compose(deployment));
}

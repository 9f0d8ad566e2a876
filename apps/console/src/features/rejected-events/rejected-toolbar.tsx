import { REJECTION_CODES } from '@portico/contracts/events/integration-event';
import type { RejectedSummary } from '@portico/contracts/http/rejected-events';
import { Filter, SearchBox } from '@portico/ui';
import { TimeRangeButton } from '../../shared/time/time-range-button.tsx';
import type { RejectedNarrowing } from './rejected-search.ts';
import { codeText, integrationChoices, integrationText } from './rejected-texts.ts';
import * as styles from './rejected-screen.css.ts';

export type RejectedToolbarProps = {
  search: RejectedNarrowing;
  summary: readonly RejectedSummary[];
  onNarrow: (change: RejectedNarrowing) => void;
};

/** Search, filters and the range of time of both causes and list. */
export const RejectedToolbar = ({ search, summary, onNarrow }: RejectedToolbarProps) => {
  const { query = '', integration, code, range, from, to } = search;
  const choices = integrationChoices(summary);
  const chosen = choices.find(({ id }) => id === integration)?.text;
  const unlisted =
    integration === undefined ? null : integrationText({ integration_id: integration || null, integration: null });
  return (
    <div className={styles.toolbar}>
      <div className={styles.search}>
        <SearchBox
          placeholder="Search Rejected events..."
          value={query}
          onSearch={(term) => onNarrow({ query: term || undefined })}
        />
      </div>
      <Filter
        label="Integration"
        options={choices.map(({ text }) => text)}
        value={chosen ?? unlisted}
        onChange={(text) => onNarrow({ integration: choices.find((choice) => choice.text === text)?.id })}
      />
      <Filter
        label="Reason"
        options={REJECTION_CODES.map(codeText)}
        value={code === undefined ? null : codeText(code)}
        onChange={(text) =>
          onNarrow({ code: REJECTION_CODES.find((known) => codeText(known) === text), pointer: undefined })
        }
      />
      <TimeRangeButton
        value={{ range, from, to }}
        onChange={(chosenRange) => onNarrow({ range: undefined, from: undefined, to: undefined, ...chosenRange })}
      />
    </div>
  );
};

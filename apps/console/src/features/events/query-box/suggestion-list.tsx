import type { Suggestion } from './suggestions.ts';
import * as styles from './query-assist.css.ts';

export type SuggestionListProps = {
  id: string;
  suggestions: readonly Suggestion[];
  /** The one that Enter takes; -1 for none. */
  active: number;
  onTake: (suggestion: Suggestion) => void;
};

/** Suggestions below the box, which keeps the focus. */
export const SuggestionList = ({ id, suggestions, active, onTake }: SuggestionListProps) => (
  <div {...{ role: 'listbox' }} id={id} aria-label="Suggestions" className={styles.popover}>
    {suggestions.map((suggestion, index) => (
      <button
        key={suggestion.insert}
        type="button"
        {...{ role: 'option', 'aria-selected': index === active }}
        id={`${id}-${index}`}
        tabIndex={-1}
        className={styles.option}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onTake(suggestion)}
      >
        <span className={styles.code}>{suggestion.text}</span>
        {suggestion.note !== undefined && <span className={styles.note}>{suggestion.note}</span>}
      </button>
    ))}
  </div>
);

import { useState } from 'react';
import type { ApiClient } from '@portico/api-client';
import { type Episode, MAX_EPISODE_NOTE } from '@portico/contracts/http/episodes';
import { Button, TextArea } from '@portico/ui';
import { useEpisodeMutations } from '../episodes.queries.ts';
import * as styles from './page.css.ts';

/** The button that was pressed is gone, and the focus with it. */
const focusFirst = (fields: HTMLElement | null): void => fields?.querySelector('textarea')?.focus();

const NoteFields = ({ api, episode, onDone }: { api: ApiClient; episode: Episode; onDone: () => void }) => {
  const { note } = useEpisodeMutations(api, episode.id);
  const [text, setText] = useState(episode.note ?? '');
  return (
    <form
      ref={focusFirst}
      className={styles.stack}
      aria-label="Note"
      onSubmit={(event) => {
        event.preventDefault();
        note.mutate(text.trim() || null, { onSuccess: onDone });
      }}
    >
      <TextArea
        label="Note"
        description="What others should know. Everybody who sees the episode can read it."
        value={text}
        onChange={setText}
        maxLength={MAX_EPISODE_NOTE}
      />
      <div className={styles.actions}>
        <Button type="submit" size="sm" isLoading={note.isPending}>
          Save note
        </Button>
        <Button size="sm" variant="secondary" onPress={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

/** What somebody wrote about an episode, and a form for who may. */
export const NoteForm = ({ api, episode }: { api: ApiClient; episode: Episode }) => {
  const [isWriting, setIsWriting] = useState(false);
  const { note, canChange } = episode;
  if (!canChange && note === null) return null;
  return (
    <section className={styles.panel} aria-labelledby="episode-note">
      <h2 id="episode-note" className={styles.heading}>
        Note
      </h2>
      {isWriting ? (
        <NoteFields {...{ api, episode }} onDone={() => setIsWriting(false)} />
      ) : (
        <>
          {note === null ? (
            <p className={styles.small}>Nobody has written one.</p>
          ) : (
            <p className={styles.quote}>{note}</p>
          )}
          {canChange && (
            <div>
              <Button size="sm" variant="secondary" onPress={() => setIsWriting(true)}>
                {note === null ? 'Write a note' : 'Change the note'}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
};

import { useState } from 'react';
import { type Episode, MAX_EPISODE_NOTE } from '@portico/contracts/http/episodes';
import { Button, Row, Stack, TextArea } from '@portico/ui';
import { focusFirst } from '../../../shared/forms/focus-first.ts';
import * as styles from './page.css.ts';
import { useEpisodeMutations } from '../episodes.queries.ts';

const NoteFields = ({ episode, onDone }: { episode: Episode; onDone: () => void }) => {
  const { note } = useEpisodeMutations(episode.id);
  const [text, setText] = useState(episode.note ?? '');
  return (
    <form
      ref={focusFirst}
      aria-label="Note"
      onSubmit={(event) => {
        event.preventDefault();
        note.mutate(text.trim() || null, { onSuccess: onDone });
      }}
    >
      <Stack gap={4}>
        <TextArea
          label="Note"
          description="Write what others should know. Everyone who can see the episode can read the note."
          value={text}
          onChange={setText}
          maxLength={MAX_EPISODE_NOTE}
        />
        <Row>
          <Button type="submit" size="sm" isLoading={note.isPending}>
            Save note
          </Button>
          <Button size="sm" variant="secondary" onPress={onDone}>
            Cancel
          </Button>
        </Row>
      </Stack>
    </form>
  );
};

/** The note of an episode, with a form for viewers who may edit the note. */
export const NoteForm = ({ episode }: { episode: Episode }) => {
  const [isWriting, setIsWriting] = useState(false);
  const { note, canOperate } = episode;
  if (!canOperate && note === null) return null;
  return (
    <section className={styles.panel} aria-labelledby="episode-note">
      <h2 id="episode-note" className={styles.heading}>
        Note
      </h2>
      {isWriting ? (
        <NoteFields episode={episode} onDone={() => setIsWriting(false)} />
      ) : (
        <>
          {note === null ? (
            <p className={styles.small}>This episode has no note yet.</p>
          ) : (
            <p className={styles.quote}>{note}</p>
          )}
          {canOperate && (
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

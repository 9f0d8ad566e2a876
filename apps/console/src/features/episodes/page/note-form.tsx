import { useState } from 'react';
import type { Episode } from '@portico/contracts/http/episodes';
import { Button } from '@portico/ui';
import * as styles from './page.css.ts';
import { NoteFields } from './note-fields.tsx';

/** What somebody wrote about an episode, and a form for who may. */
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
            <p className={styles.small}>Nobody has written one.</p>
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

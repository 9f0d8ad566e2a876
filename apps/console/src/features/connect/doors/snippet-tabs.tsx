import { useState } from 'react';
import { Segments } from '@portico/ui';
import { CodeBlock } from '../code-block.tsx';
import * as styles from '../connect.css.ts';
import { type Given, type Language, mechanismOf } from '../snippets/given.ts';
import { snippets } from '../snippets/snippets.ts';

const MECHANISMS = [
  { id: 'PLAIN', text: 'By the key' },
  { id: 'OAUTHBEARER', text: 'By a token' },
] as const;

/** The code of a door in one language of several. The choice stays when another door is looked at. */
export const SnippetTabs = (given: Given) => {
  const [chosen, setChosen] = useState<Language>('curl');
  const [mechanism, setMechanism] = useState(mechanismOf(given));
  const { connect, door } = given;
  const isChoice = door === 'own' && connect.kafka.mechanisms.length > 1;
  const kafka = isChoice ? { ...connect.kafka, mechanisms: [mechanism] } : connect.kafka;
  const all = snippets({ ...given, connect: { ...connect, kafka } });
  const shown = all.find(({ language }) => language === chosen) ?? all[0];
  if (!shown) return null;
  return (
    <div className={styles.stack}>
      {isChoice && (
        <div className={styles.choices}>
          <Segments label="Sign on by" options={MECHANISMS} value={mechanism} onChange={setMechanism} />
        </div>
      )}
      {all.length > 1 && (
        <div className={styles.choices}>
          <Segments
            label="Language"
            options={all.map(({ language, label }) => ({ id: language, text: label }))}
            value={shown.language}
            onChange={setChosen}
          />
        </div>
      )}
      <CodeBlock label={`Example for ${shown.label}`} code={shown.code} />
    </div>
  );
};

import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button, lazyPart, List, ListRow, Note, SectionHeader, Stack } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { ACTION_TEXTS, BELOW_TEXTS, hidesText } from '../../../shared/privacy/privacy-words.ts';
import { privacyQuery } from './privacy.queries.ts';

const PrivacyDialog = lazyPart(async () => (await import('./privacy-dialog.tsx')).PrivacyDialog);

/** The privacy rules of an organization. An `organizationId` of null shows the rules for all organizations. */
export const PrivacySection = ({ organizationId }: { organizationId: number | null }) => {
  const query = useQuery(privacyQuery(useApi(), organizationId));
  const [isEditing, setEditing] = useState(false);
  const heading = useId();
  const { data } = query;
  return (
    <section aria-labelledby={heading}>
      <Stack>
        <SectionHeader
          id={heading}
          heading={organizationId === null ? 'Privacy in every organization' : 'Privacy'}
          lead="Privacy rules hide personal data in events from people who do not need it."
          tools={
            data && (
              <Button variant="secondary" size="sm" onPress={() => setEditing(true)}>
                Change privacy rules
              </Button>
            )
          }
        />
        {!data && <LoadState isInside title="The privacy rules could not be loaded" query={query} height="3rem" />}
        {data?.rules.length === 0 && <Note>No rules yet: everyone who can see an event sees all of its data.</Note>}
        {data && data.rules.length > 0 && (
          <List label="Privacy rules">
            {data.rules.map(({ hides, action, below }) => (
              <ListRow key={`${hides} ${action} ${below}`}>
                <strong>{hidesText(hides)}</strong>
                <Note>
                  {ACTION_TEXTS[action]}. {BELOW_TEXTS[below]}.
                </Note>
              </ListRow>
            ))}
          </List>
        )}
      </Stack>
      {isEditing && data && (
        <PrivacyDialog organizationId={organizationId} privacy={data} onClose={() => setEditing(false)} />
      )}
    </section>
  );
};

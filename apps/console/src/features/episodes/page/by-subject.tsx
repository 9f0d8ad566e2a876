import { errorText } from '@portico/api-client';
import type { EpisodeDetail } from '@portico/contracts/http/episodes';
import { Switch } from '@portico/ui';
import { integrationOf } from '../../../shared/episodes/episode-words.ts';
import { useBySubject } from '../episodes.queries.ts';

/** Whether each subject of an integration has episodes of its own. */
export const BySubject = ({ episode }: { episode: EpisodeDetail }) => {
  const change = useBySubject(episode);
  return (
    <Switch
      label="One episode per subject"
      description={`Tells what fails of ${integrationOf(episode)} apart by what it is about, such as an order. Its open episodes end when this changes.`}
      value={episode.bySubject}
      isDisabled={change.isPending}
      onChange={(bySubject) => change.mutate(bySubject)}
      {...(change.error && { error: errorText(change.error) })}
    />
  );
};

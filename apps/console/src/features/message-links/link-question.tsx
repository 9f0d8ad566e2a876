import { CircleCheck, LinkIcon, type LucideIcon } from 'lucide-react';
import { errorText } from '@portico/api-client';
import { Alert, Button, EmptyState } from '@portico/ui';

export type MessageLinkProps = {
  token: string;
};

export const InvalidLink = ({ text }: { text: string }) => (
  <EmptyState isFramed icon={LinkIcon} level={1} title="This link is not valid" text={text} />
);

export const IncompleteLink = ({ source }: { source: 'mail' | 'message' }) => (
  <InvalidLink text={`Part of the link is missing. Please open the link from the ${source}.`} />
);

type Text = { title: string; text: string };

export const LinkDone = ({ title, text }: Text) => (
  <EmptyState isFramed icon={CircleCheck} level={1} title={title} text={text} />
);

type LinkQuestionProps = Text & {
  icon: LucideIcon;
  action: string;
  change: { isPending: boolean; error: unknown; mutate: () => void };
};

/** Asks before a message's link changes anything, because mail scanners follow links. */
export const LinkQuestion = ({ icon, title, text, action, change }: LinkQuestionProps) => (
  <EmptyState isFramed icon={icon} level={1} title={title} text={text}>
    {change.error !== null && <Alert variant="danger">{errorText(change.error)}</Alert>}
    <Button isLoading={change.isPending} onPress={() => change.mutate()}>
      {action}
    </Button>
  </EmptyState>
);

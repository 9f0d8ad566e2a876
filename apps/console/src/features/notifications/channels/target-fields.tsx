import type { ChannelTarget, ChannelType } from '@portico/contracts/http/channel-targets';
import { Segments, Select, TextField } from '@portico/ui';
import { type HeaderDraft, WebhookFields } from './webhook-fields.tsx';

/** The typed values of all target types. */
type TargetDraft = {
  address: string;
  url: string;
  secret: string;
  channel: string;
  isBot: boolean;
  region: 'us' | 'eu';
  headers: readonly HeaderDraft[];
  user: string;
  password: string;
};

export const NO_TARGET: TargetDraft = {
  address: '',
  url: '',
  secret: '',
  channel: '',
  isBot: false,
  region: 'us',
  headers: [],
  user: '',
  password: '',
};

export const targetOf = (type: ChannelType, draft: TargetDraft): ChannelTarget => {
  const url = draft.url.trim();
  switch (type) {
    case 'email':
      return { type, address: draft.address };
    case 'slack':
      return draft.isBot ? { type, botToken: draft.secret, channel: draft.channel } : { type, webhookUrl: url };
    case 'teams':
    case 'google-chat':
    case 'discord':
      return { type, webhookUrl: url };
    case 'pagerduty':
      return { type, routingKey: draft.secret };
    case 'opsgenie':
      return { type, apiKey: draft.secret, region: draft.region };
    case 'webhook': {
      const { headers, user, password } = draft;
      return {
        type,
        url,
        ...(headers.length > 0 && { headers: [...headers] }),
        ...((user !== '' || password !== '') && { basicAuth: { user, password } }),
      };
    }
  }
};

type TargetFieldsProps = {
  type: ChannelType;
  draft: TargetDraft;
  onChange: (change: Partial<TargetDraft>) => void;
};

const SLACK = [
  { id: 'webhook', text: 'Incoming webhook' },
  { id: 'bot', text: 'Bot' },
] as const;

const REGIONS = [
  { value: 'us', text: 'United States' },
  { value: 'eu', text: 'European Union' },
] as const;

/** An example of each type's webhook URL, and where to find the URL. */
const WEBHOOKS = {
  slack: {
    placeholder: 'https://hooks.slack.com/services/…',
    description: 'The URL of a Slack app with incoming webhooks.',
  },
  teams: {
    placeholder: 'https://…webhook.office.com/…',
    description: 'The URL of a workflow that posts to a channel.',
  },
  'google-chat': {
    placeholder: 'https://chat.googleapis.com/v1/spaces/…',
    description:
      'Find it in the space under Apps & integrations, Webhooks. Portico posts the end of an episode in its thread.',
  },
  discord: {
    placeholder: 'https://discord.com/api/webhooks/…',
    description: 'Find it in the channel under Edit channel, Integrations, Webhooks. Messages mention no users.',
  },
} as const;

const Url = ({
  label = 'Webhook URL',
  placeholder,
  description,
  draft,
  onChange,
}: Omit<TargetFieldsProps, 'type'> & { label?: string; placeholder: string; description?: string }) => (
  <TextField
    label={label}
    placeholder={placeholder}
    {...(description !== undefined && { description })}
    value={draft.url}
    onChange={(url) => onChange({ url })}
    inputMode="url"
    maxLength={2_000}
    spellCheck="false"
    isRequired
  />
);

export const TargetFields = ({ type, draft, onChange }: TargetFieldsProps) => {
  const fieldProps = { draft, onChange };
  const secret = {
    value: draft.secret,
    onChange: (next: string) => onChange({ secret: next }),
    spellCheck: 'false',
    isRequired: true,
  } as const;
  if (type === 'email')
    return (
      <TextField
        label="Address"
        type="email"
        value={draft.address}
        onChange={(address) => onChange({ address })}
        maxLength={320}
        isRequired
      />
    );
  if (type === 'teams' || type === 'google-chat' || type === 'discord')
    return <Url {...fieldProps} {...WEBHOOKS[type]} />;
  if (type === 'webhook')
    return (
      <>
        <Url {...fieldProps} label="URL" placeholder="https://" />
        <WebhookFields {...fieldProps} />
      </>
    );
  if (type === 'opsgenie')
    return (
      <>
        <TextField
          label="API key"
          description="The key of an API integration of your team. When an episode ends, Portico closes its alert."
          {...secret}
          maxLength={100}
        />
        <Select label="Region" options={REGIONS} value={draft.region} onChange={(region) => onChange({ region })} />
      </>
    );
  if (type === 'pagerduty')
    return (
      <TextField
        label="Integration key"
        description="The key of an Events API v2 integration: 32 letters and digits."
        {...secret}
        maxLength={32}
      />
    );
  return (
    <>
      <Segments
        label="Connection to Slack"
        options={SLACK}
        value={draft.isBot ? 'bot' : 'webhook'}
        onChange={(way) => onChange({ isBot: way === 'bot' })}
      />
      {draft.isBot ? (
        <>
          <TextField
            label="Bot token"
            description="A bot updates the message of an episode when it ends."
            placeholder="xoxb-"
            {...secret}
            maxLength={500}
          />
          <TextField
            label="Channel"
            placeholder="#payroll"
            value={draft.channel}
            onChange={(channel) => onChange({ channel })}
            maxLength={100}
            isRequired
          />
        </>
      ) : (
        <Url {...fieldProps} {...WEBHOOKS.slack} />
      )}
    </>
  );
};

import type { ChannelTarget, ChannelType } from '@portico/contracts/http/channel-targets';
import { Segments, TextField } from '@portico/ui';

/** What is typed, whatever of it the type needs. */
export type TargetDraft = { address: string; url: string; secret: string; channel: string; isBot: boolean };

export const NO_TARGET: TargetDraft = { address: '', url: '', secret: '', channel: '', isBot: false };

export const targetOf = (type: ChannelType, draft: TargetDraft): ChannelTarget => {
  const url = draft.url.trim();
  switch (type) {
    case 'email':
      return { type, address: draft.address };
    case 'slack':
      return draft.isBot ? { type, botToken: draft.secret, channel: draft.channel } : { type, webhookUrl: url };
    case 'teams':
      return { type, webhookUrl: url };
    case 'pagerduty':
      return { type, routingKey: draft.secret };
    case 'webhook':
      return { type, url };
  }
};

export type TargetFieldsProps = {
  type: ChannelType;
  draft: TargetDraft;
  onChange: (change: Partial<TargetDraft>) => void;
};

const SLACK = [
  { id: 'webhook', text: 'Incoming webhook' },
  { id: 'bot', text: 'Bot' },
] as const;

const Url = ({
  label,
  placeholder,
  draft,
  onChange,
}: Omit<TargetFieldsProps, 'type'> & { label: string; placeholder: string }) => (
  <TextField
    label={label}
    placeholder={placeholder}
    value={draft.url}
    onChange={(url) => onChange({ url })}
    inputMode="url"
    maxLength={2_000}
    spellCheck="false"
    isRequired
  />
);

/** Where a channel of this type leads. */
export const TargetFields = ({ type, draft, onChange }: TargetFieldsProps) => {
  const rest = { draft, onChange };
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
  if (type === 'teams') return <Url {...rest} label="Webhook URL" placeholder="https://…webhook.office.com/…" />;
  if (type === 'webhook') return <Url {...rest} label="URL" placeholder="https://" />;
  if (type === 'pagerduty')
    return (
      <TextField
        label="Integration key"
        description="Of an Events API v2 integration: 32 letters and digits."
        value={draft.secret}
        onChange={(secret) => onChange({ secret })}
        maxLength={32}
        spellCheck="false"
        isRequired
      />
    );
  return (
    <>
      <Segments
        label="How Slack is reached"
        options={SLACK}
        value={draft.isBot ? 'bot' : 'webhook'}
        onChange={(way) => onChange({ isBot: way === 'bot' })}
      />
      {draft.isBot ? (
        <>
          <TextField
            label="Bot token"
            description="With a bot, what is over is said in the message that said it began."
            placeholder="xoxb-"
            value={draft.secret}
            onChange={(secret) => onChange({ secret })}
            maxLength={500}
            spellCheck="false"
            isRequired
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
        <Url {...rest} label="Webhook URL" placeholder="https://hooks.slack.com/services/…" />
      )}
    </>
  );
};

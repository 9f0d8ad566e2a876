import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { type CreatedHook, type IntegrationHook, MAX_HOOKS } from '@portico/contracts/http/integration-hooks';
import {
  Alert,
  Badge,
  Button,
  Card,
  EmptyState,
  formatTime,
  List,
  ListRow,
  Note,
  Part,
  Row,
  Screen,
  SectionHeader,
  Stack,
} from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { useCopy } from '../../shared/copy/use-copy.ts';
import { Ago } from '../../shared/health/ago.tsx';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { NeedsOwner, responsibleText } from '../../shared/responsible/needs-owner.tsx';
import { CreateHook, PRESET_OPTIONS, RevokeHook, RotateHook } from './hook-dialogs.tsx';
import { hooksQuery, useHookMutations } from './hooks.queries.ts';
import { MappingSection } from './mapping-section.tsx';

const isValid = ({ state }: IntegrationHook): boolean => state === 'active' || state === 'rotating';
const presetText = ({ scheme }: IntegrationHook) => PRESET_OPTIONS.find(({ value }) => value === scheme.preset)?.text;

/** A labeled text with a button that copies the text. */
const Copied = ({ label, text }: { label: string; text: string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <Row>
      <Note>
        {label} <code>{text}</code>
      </Note>
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Copy the ${label.toLowerCase()}`}
        onPress={() => void copy(text)}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </Row>
  );
};

/** The address and the secret of a new or rotated webhook. */
const Secret = ({ hook: { label, address, secret }, onDone }: { hook: CreatedHook; onDone: () => void }) => (
  <Alert variant="info">
    <Stack>
      <strong>Copy the secret of {label} now. You won't be able to see it again.</strong>
      <Copied label="Address" text={address} />
      <Copied label="Secret" text={secret} />
      <div>
        <Button variant="secondary" size="sm" onPress={onDone}>
          Done
        </Button>
      </div>
    </Stack>
  </Alert>
);

type OpenDialog = { what: 'rotate' | 'revoke'; hook: IntegrationHook };
type HookRowProps = { id: number; secrets: readonly IntegrationHook[]; onAsk: (dialog: OpenDialog) => void };

/** One address with its valid secrets, newest first. */
const HookRow = ({ id, secrets, onAsk }: HookRowProps) => {
  const { takeOver } = useHookMutations(id);
  const [hook, earlier] = secrets;
  if (!hook) return null;
  const used = secrets
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted((a, b) => a.localeCompare(b))
    .at(-1);
  return (
    <ListRow>
      <Stack gap={2}>
        <Row justify="between">
          <Row>
            <strong>{hook.label}</strong>
            <Badge>{presetText(hook)}</Badge>
            {hook.mode === 'test' && <Badge>Test</Badge>}
          </Row>
          {hook.mayEnd !== false && (
            <Row>
              {hook.needsOwnerSince === null && (
                <RowButton text="Rotate" target={hook.label} onPress={() => onAsk({ what: 'rotate', hook })} />
              )}
              <RowButton text="Revoke" target={hook.label} onPress={() => onAsk({ what: 'revoke', hook })} />
            </Row>
          )}
        </Row>
        <Copied label="Address" text={hook.address} />
        <Note>
          Created <Ago at={hook.createdAt} /> ·{' '}
          {used === undefined ? (
            'no delivery yet'
          ) : (
            <>
              last delivery <Ago at={used} />
            </>
          )}
          {hook.responsible !== null && ` · ${responsibleText(hook.responsible)}`}
          {earlier?.expiresAt &&
            ` · the earlier secret is valid until ${formatTime(earlier.expiresAt, 'local', 'short')}`}
        </Note>
        <NeedsOwner
          responsible={hook.responsible}
          since={hook.needsOwnerSince}
          effect="The address answers 404"
          end="revoked"
          takeOver={hook.mayEnd === false ? null : { ...takeOver, mutate: () => takeOver.mutate(hook.keyId) }}
        />
      </Stack>
    </ListRow>
  );
};

const LEAD =
  'Other systems send webhooks to an address. Portico turns each delivery into an event of this integration.';

/** The webhooks that one integration receives from other systems, and the mapping of the webhooks' bodies. */
export const HooksScreen = ({ id, back }: { id: number; back: ReactNode }) => {
  const query = useQuery(hooksQuery(useApi(), id));
  const [isAdding, setIsAdding] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [made, setMade] = useState<CreatedHook | null>(null);
  const hooks = query.data && [...Map.groupBy(query.data.data.filter(isValid), ({ hookId }) => hookId).values()];
  const close = () => setDialog(null);
  return (
    <Screen heading="Webhooks" lead={LEAD} tools={back}>
      <Stack gap={6}>
        {!hooks && <LoadState title="The webhooks could not be loaded" query={query} height="12rem" />}
        {made && <Secret key={made.keyId} hook={made} onDone={() => setMade(null)} />}
        {hooks && (
          <Stack>
            <SectionHeader
              heading="Addresses"
              tools={
                <Button isDisabled={hooks.length >= MAX_HOOKS} onPress={() => setIsAdding(true)}>
                  Add a webhook
                </Button>
              }
            />
            {hooks.length === 0 ? (
              <Card>
                <EmptyState icon={Webhook} title="No webhooks yet." />
              </Card>
            ) : (
              <List label="Webhooks">
                {hooks.map((secrets) => (
                  <HookRow key={secrets[0]?.hookId} {...{ id, secrets }} onAsk={setDialog} />
                ))}
              </List>
            )}
          </Stack>
        )}
        {hooks && (
          <Part>
            <MappingSection id={id} />
          </Part>
        )}
      </Stack>
      {isAdding && <CreateHook id={id} onSecret={setMade} onClose={() => setIsAdding(false)} />}
      {dialog?.what === 'rotate' && <RotateHook {...{ id, hook: dialog.hook }} onSecret={setMade} onClose={close} />}
      {dialog?.what === 'revoke' && <RevokeHook {...{ id, hook: dialog.hook }} onClose={close} />}
    </Screen>
  );
};

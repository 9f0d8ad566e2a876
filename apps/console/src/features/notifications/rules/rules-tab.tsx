import { useQuery } from '@tanstack/react-query';
import { BellPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@portico/api-client';
import type { Rule } from '@portico/contracts/http/rules';
import { Badge, Button, DeleteConfirmation, EmptyState, Icon, List, Row, Stack } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { Ago } from '../../../shared/health/ago.tsx';
import { LoadState } from '../../../shared/messages/load-failure.tsx';
import { type OwnerChoice, ownerText, responsibleOf } from '../../../shared/notices/owners.ts';
import { ruleNotes, ruleSentence } from '../../../shared/notices/rule-words.ts';
import { rulesQuery, useRuleMutations } from '../../../shared/notices/rules.queries.ts';
import { NeedsOwner, type NeedsOwnerProps } from '../../../shared/responsible/needs-owner.tsx';
import * as styles from '../notifications.css.ts';
import { RuleDialog } from './rule-dialog.tsx';

type RulesTabProps = {
  isAdmin: boolean;
  owners: readonly OwnerChoice[];
  organizations: readonly { id: number; name: string }[];
};

type RuleRowProps = { rule: Rule; takeOver: NeedsOwnerProps['takeOver']; onEdit: () => void; onDelete: () => void };

const RuleRow = ({ rule, takeOver, onEdit, onDelete }: RuleRowProps) => (
  <li className={styles.row}>
    <div className={styles.main}>
      <p className={styles.sentence}>{ruleSentence(rule)}.</p>
      <p className={styles.small}>
        {[ownerText(rule), ...responsibleOf(rule), ...ruleNotes(rule)].join(' · ')}
        {rule.lastNoticeAt !== null && (
          <>
            {' · last '}
            <Ago at={rule.lastNoticeAt} />
          </>
        )}
      </p>
      <NeedsOwner
        responsible={rule.responsible}
        since={rule.needsOwnerSince}
        effect="This rule sends no notifications"
        end="deleted"
        takeOver={takeOver}
      />
      {rule.channels.some(({ state }) => state === 'unverified' || state === 'disabled') && (
        <p>
          <Badge tone="warning">Portico sends no messages to a channel that is not verified</Badge>
        </p>
      )}
    </div>
    {rule.mayChange && (
      <Row>
        {rule.needsOwnerSince === null && (
          <Button size="sm" variant="secondary" onPress={onEdit}>
            Change
          </Button>
        )}
        <Button size="sm" variant="secondary" onPress={onDelete}>
          Delete
        </Button>
      </Row>
    )}
  </li>
);

export const RulesTab = ({ isAdmin, owners, organizations }: RulesTabProps) => {
  const api = useApi();
  const query = useQuery(rulesQuery(api));
  const { remove, takeOver } = useRuleMutations();
  const [edited, setEdited] = useState<Rule | 'new' | null>(null);
  const [deleted, setDeleted] = useState<Rule | null>(null);
  const rules = query.data?.data;
  const add = (
    <Button onPress={() => setEdited('new')}>
      <Icon of={Plus} />
      Add a rule
    </Button>
  );
  return (
    <Stack gap={4}>
      {!rules && <LoadState title="Rules could not be loaded" query={query} height="8rem" />}
      {rules?.length === 0 && (
        <EmptyState
          isFramed
          icon={BellPlus}
          title="No rules yet."
          text="A rule decides which notices you get and through which channels."
        >
          {add}
        </EmptyState>
      )}
      {rules && rules.length > 0 && (
        <>
          <Row gap={3} justify="between">
            <span className={styles.small}>Create alerts on a saved view in the list of events.</span>
            {add}
          </Row>
          <List label="Rules">
            {rules.map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                takeOver={rule.mayChange ? { ...takeOver, mutate: () => takeOver.mutate(rule.id) } : null}
                onEdit={() => setEdited(rule)}
                onDelete={() => {
                  remove.reset();
                  setDeleted(rule);
                }}
              />
            ))}
          </List>
        </>
      )}
      {edited !== null && (
        <RuleDialog
          {...{ isAdmin, owners, organizations }}
          rule={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted && (
        <DeleteConfirmation
          entity="rule"
          identifier={`“${ruleSentence(deleted)}”`}
          isPending={remove.isPending}
          error={remove.error ? errorText(remove.error) : undefined}
          onDelete={() => remove.mutate(deleted.id, { onSuccess: () => setDeleted(null) })}
          onClose={() => setDeleted(null)}
        />
      )}
    </Stack>
  );
};
